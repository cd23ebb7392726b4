import assert from "node:assert/strict";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { makeBundle } from "../session/bundles.ts";
import { CHAT_FILES, readText, SOURCE } from "./chat_cases.ts";
import type { FrameCase } from "./frame_cases.ts";
import { waitFor, waitForCards } from "./frame_page.ts";
import { counterSource } from "./shell_page.ts";

const HOSTILE = await makeBundle("hostile");

/** Bundles in a chat: one that tries what it must not, one that is not what its hash says, and none. */
export const SEALED_CHAT: FrameCase = [
  "a bundle is shown in a chat if it is what its hash says, and a widget that never was valid says why",
  CHAT_FILES,
  async ({ page, project, open }) => {
    await open("?view=stage");
    const id = await page.evaluate(async () => {
      const { bundles } = await (await fetch("/__tck/bundles")).json() as { bundles: PublicBundle[] };
      return bundles[0]!.id;
    });
    await open(`?view=chat&widget=${id}`);
    const [cards] = await waitForCards(page, "Bundled");
    const text = await cards!.evaluate(() =>
      document.querySelector("article")!.shadowRoot!.querySelector("[data-tck-content]")!.textContent
    );
    assert.equal(text, "Bundled SecurityError SecurityError SecurityError");
    // The host's bridge answers in the order of the messages, and the view's came after those of the card.
    const { link, height } = await page.evaluate(() => ({
      link: document.querySelector(".shell-chat-link")!.textContent,
      height: document.querySelector<HTMLElement>(".shell-chat-view")!.offsetHeight,
    }));
    assert.equal(link, "");
    assert.ok(height < 1_000, `${height} pixels`);

    await open(`?view=stage&widget=${id}`);
    await waitFor(
      "the Stage",
      () => page.evaluate(() => document.querySelector("main article")?.tagName ?? null),
    );
    await page.evaluate((envelope) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (...request) => {
        const response = await fetch(...request);
        if (!String(request[0]).includes("/chat/card")) return response;
        return Response.json({ ...await response.json(), envelope });
      };
    }, HOSTILE.toBase64());
    await page.evaluate(() => {
      const link = [...document.querySelectorAll<HTMLElement>(".shell-tab")].find((tab) =>
        tab.textContent === "Chat"
      );
      link!.click();
    });
    await waitFor("a card that failed", async () => {
      for (const frame of page.frames()) {
        const found = await frame.evaluate(() =>
          document.querySelector<HTMLElement>("article[data-state=failed]")?.dataset.failure
        ).catch(() => undefined);
        if (found !== undefined) return found;
      }
      return null;
    }).then((failure) => assert.equal(failure, "integrity"));

    await project.write(SOURCE, counterSource().replace("Counter()", "Counter("));
    await open("?view=chat&widget=001_counter");
    await waitFor(
      "the reason",
      async () => (await readText(page, ".shell-chat [role=alert]")).includes("source.syntax") || null,
    );
    assert.equal(page.frames().length, 1, "there is no card to show");
  },
];
