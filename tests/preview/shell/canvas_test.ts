import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, assertNoOverflow, withShell } from "./shell_page.ts";

const CONFIG = `export default {
  canvas: {
    feeds: [{
      glob: "feeds/**/*.tckb",
      label: (key) => "Feed <b>" + key + "</b>",
      notes: (key) => key === "monday" ? "<img src=x onerror='globalThis.hacked = true'> & second" : undefined,
      context: (bundle) => bundle.label.startsWith("001_")
        ? { slotValues: { updatedAt: { timestamp: "2026-03-04T05:00:00Z", label: "at dawn" } }, locale: "de" }
        : undefined,
    }],
    grids: [{ glob: "grids/*.tckb", group: "single", id: "tiles" }],
  },
};`;

/** A bundle whose card counts clicks and shows its language. */
function counterBundle(
  text: string,
  manifest: { [field: string]: string | string[] } = {},
): Promise<Uint8Array> {
  const module = `
    import { useState } from "react";
    import { jsxs } from "react/jsx-runtime";
    import { useLocale } from "@tck/kit";
    export default function Counter() {
      const [count, setCount] = useState(0);
      const style = { background: "none" };
      return jsxs("button", { style, onClick: () => setCount(count + 1), children: [${
    JSON.stringify(text)
  }, " ", useLocale(), " ", count] });
    }`;
  return writeTckb({
    module: new TextEncoder().encode(module),
    manifest: { id: "counter", cardType: "feed", sizes: ["fill-auto"], languages: ["en", "de"], ...manifest },
    css: null,
    propertiesCss: null,
  });
}

Deno.test("feeds and grids are shown on the canvas", async (t) => {
  const files = {
    "tck.preview.config.mjs": CONFIG,
    "feeds/monday/001_one.tckb": await counterBundle("One"),
    "feeds/monday/002_two.tckb": await counterBundle("Two"),
    "feeds/monday/003_grid.tckb": await makeBundle("Not for feeds", { cardType: "grid", sizes: ["1x1"] }),
    "feeds/tuesday/001_three.tckb": await counterBundle("Three"),
    "feeds/wednesday/001_tall.tckb": await makeBundle("x".repeat(400).replaceAll("x", "tall ")),
    "feeds/wednesday/002_low.tckb": await makeBundle("Low"),
    "grids/001_small.tckb": await makeBundle("Small", { cardType: "grid", sizes: ["1x1"] }),
    "grids/002_wide.tckb": await makeBundle("Wide", { cardType: "grid", sizes: ["2x1"] }),
    "grids/003_square.tckb": await makeBundle("Square", { cardType: "other", sizes: ["2x2"] }),
  };
  await withShell(files, async ({ project, page, open, errors }) => {
    const card = (text: string) => page.getByRole("button", { name: new RegExp(`^${text} `) });
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

    await t.step("a feed is a column of the cards of its family, sorted by label", async () => {
      await open("?view=feed");
      await card("Two").waitFor();
      const texts = await page.locator("main article button").allTextContents();
      assert.deepEqual(texts, ["One de 0", "Two en 0"]);
    });

    await t.step(
      "a card's configured context is injected, and the rest has default values",
      async () => {
        const slots = await page.locator(".tck-card-slots").allTextContents();
        assert.match(slots[0]!, /^at dawn/);
        const links = page.getByRole("link", { name: "Show on the stage" });
        assert.equal(await links.count(), 2);
        assert.match((await links.first().getAttribute("href"))!, /^\/\?.*&widget=/);
        assert.doesNotMatch((await links.first().getAttribute("href"))!, /view=feed/);
      },
    );

    await t.step("labels and notes are shown as text, also with markup in them", async () => {
      assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Feed <b>monday</b>");
      const notes = page.locator("details", { hasText: "Notes" });
      assert.match((await notes.textContent())!, /<img src=x onerror='globalThis\.hacked = true'> & second/);
      assert.equal(await page.evaluate(() => "hacked" in globalThis), false);
      await notes.locator("summary").click();
      assert.equal(await notes.locator("p").isVisible(), false);
    });

    await t.step(
      "a rebuilt bundle is mounted again, and the other cards keep their state",
      async () => {
        await card("One").click();
        await card("Two").click();
        await project.write("feeds/monday/002_two.tckb", await counterBundle("Two, built again,"));
        await card("Two, built again,").waitFor();
        const texts = await page.locator("main article button").allTextContents();
        assert.deepEqual(texts, ["One de 1", "Two, built again, en 0"]);
      },
    );

    await t.step("cards appear and disappear with their bundles", async () => {
      await project.write("feeds/monday/000_first.tckb", await counterBundle("First"));
      await card("First").waitFor();
      await project.remove("feeds/monday/000_first.tckb");
      await card("First").waitFor({ state: "detached" });
      assert.equal(await card("One").textContent(), "One de 1");
    });

    await t.step("a card that cannot be loaded shows the error at its position", async () => {
      const broken = await makeBundle("unused");
      await project.write("feeds/monday/002_two.tckb", broken);
      await page.getByText("unused").waitFor();
      await project.write("feeds/monday/002_two.tckb", await failingBundle());
      await page.getByText("Not today", { exact: false }).first().waitFor();
      assert.equal(await card("One").textContent(), "One de 1");
      await project.write("feeds/monday/002_two.tckb", await counterBundle("Two"));
      await card("Two").waitFor();
    });

    await t.step("a file that is not a bundle has its place among the cards, with the reason", async () => {
      await project.write("feeds/monday/001_broken.tckb", "not a bundle");
      const place = page.locator("main .shell-feed > li").first();
      await place.getByText("001_broken is not shown: Cannot").waitFor();
      await place.getByText("feeds/monday/001_broken.tckb").waitFor();
      await assertAccessible(page, "a broken file on the canvas");
      await project.write("feeds/monday/001_broken.tckb", await counterBundle("Repaired"));
      await card("Repaired").waitFor();
      assert.equal(await page.locator("main .shell-error").count(), 0);
      await project.remove("feeds/monday/001_broken.tckb");
      await card("Repaired").waitFor({ state: "detached" });
    });

    await t.step("applied languages apply to every card", async () => {
      await page.getByLabel("Language tags, best first").fill("de");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("button", { name: "Two de 0" }).waitFor();
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByRole("button", { name: "Two en 0" }).waitFor();
    });

    await t.step("opening another view adds a history entry", async () => {
      await page.getByRole("link", { name: /tuesday/ }).click();
      await card("Three").waitFor();
      assert.equal(parameter("canvasView"), "tuesday");
      await page.goBack();
      await card("One").waitFor();
    });

    await t.step(
      "a card that the address inspects is scrolled to, and followed when its file is built again",
      async () => {
        const { width } = page.viewportSize()!;
        await page.setViewportSize({ width, height: 400 });
        await page.getByRole("link", { name: /wednesday/ }).click();
        await page.getByRole("button", { name: "Inspect 002_low" }).press("Enter");
        await page.waitForFunction(() => new URLSearchParams(location.search).get("card") !== null);
        const inspected = parameter("card");
        await page.reload();
        await page.waitForFunction(() => {
          const [tall, low] = document.querySelectorAll(".shell-place");
          if (tall === undefined || low === undefined || tall.clientHeight < 450) return false;
          const { top, bottom } = low.getBoundingClientRect();
          return top >= 0 && top < innerHeight - 50 && bottom > 0;
        });
        await project.write("feeds/wednesday/002_low.tckb", await makeBundle("Low, built again"));
        await page.locator(".shell-place[data-selected]").getByText("Low, built again").waitFor();
        assert.notEqual(parameter("card"), inspected);
        await open("?view=feed&card=nobody");
        await page.getByText("Feed <b>monday</b> does not have the card “nobody”.").waitFor();
        assert.equal(parameter("card"), null);
        await page.setViewportSize({ width, height: 900 });
      },
    );

    await t.step("a grid has four columns, and a card of two columns starts at an even one", async () => {
      await page.getByRole("link", { name: "Grid", exact: true }).click();
      await page.getByText("Square").waitFor();
      assert.equal(parameter("canvasTab"), "grid");
      const areas = await page.locator(".shell-place").evaluateAll((places) =>
        places.map((place) => (place as HTMLElement).style.gridArea)
      );
      assert.deepEqual(areas, [
        "1 / 1 / span 1 / span 1",
        "1 / 3 / span 1 / span 2",
        "2 / 1 / span 2 / span 2",
      ]);
    });

    await t.step("there is no accessibility fault, wide or narrow, light or dark", async () => {
      for (const [tab, text] of [["feed", "One"], ["grid", "Square"]]) {
        for (const [theme, width] of [["light", 1280], ["dark", 360]] as const) {
          await page.setViewportSize({ width, height: 900 });
          await open(`?view=feed&canvasTab=${tab}&theme=${theme}&background=sky`);
          await page.locator("main article", { hasText: text! }).waitFor();
          await assertAccessible(page, `${tab}, ${theme} at ${width} pixels`);
          await assertNoOverflow(page, `${tab}, ${theme} at ${width} pixels`);
        }
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    assert.deepEqual(errors, []);
  });
});

Deno.test("files that are dropped on the canvas are a feed until the server stops", async (t) => {
  await withShell({}, async ({ project, page, open, errors }) => {
    const write = async (name: string, bytes: Uint8Array) => {
      await writeFile(join(project.path, name), bytes);
      return join(project.path, name);
    };

    // A page without TLS, such as one of the local network, does not have it.
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));

    await t.step("they are sorted by label, and a file that is not a bundle is reported", async () => {
      await open("?view=feed");
      const chosen = [
        await write("002_two.tckb", await makeBundle("Second")),
        await write("<i>.tckb", new Uint8Array(3)),
        await write("001_one.tckb", await makeBundle("First")),
      ];
      await page.getByLabel("Choose .tckb files").setInputFiles(chosen);
      await page.locator("main").getByText("First").waitFor();
      await page.locator("main").getByText("Second").waitFor();
      await page.getByRole("alert").getByText("<i>.tckb: Cannot find the end", { exact: false }).waitFor();
      const texts = await page.locator("main article").evaluateAll((cards) =>
        cards.map((card) => card.shadowRoot!.querySelector("[data-tck-content]")!.textContent)
      );
      assert.deepEqual(texts, ["First", "Second"]);
    });

    await t.step("dropping files has the same effect as choosing them", async () => {
      const bytes = [...await makeBundle("Dropped")];
      await dropFile(page, "005_late.tckb", bytes);
      await page.locator("main").getByText("Dropped").waitFor();
      await page.getByRole("link", { name: "005_late" }).waitFor();
      await page.getByRole("alert").getByText("broken.tckb: Cannot find the end", { exact: false }).waitFor();
    });

    await t.step(
      "files can be dropped on a card, and the same bytes twice are one card, which is said",
      async () => {
        const same = [...await makeBundle("Same")];
        await page.locator("main article").first().evaluate((card, bytes) => {
          const dataTransfer = new DataTransfer();
          for (const name of ["008_same.tckb", "009_copy.tckb"]) {
            dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
          }
          for (const type of ["dragover", "drop"]) {
            card.dispatchEvent(
              new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer }),
            );
          }
        }, same);
        await page.locator("main article").getByText("Same", { exact: true }).waitFor();
        assert.equal(await page.locator("main article").count(), 1);
        const said = "008_same.tckb and 009_copy.tckb: the same bytes, which are one card";
        await page.getByRole("alert").getByText(said).waitFor();
      },
    );

    await t.step("a dropped feed that cannot be removed stays open, with the reason", async () => {
      const feeds = page.getByRole("navigation", { name: "Feeds and grids" });
      const address = page.url();
      await page.route("**/__tck/feed-batches/*", (route) => route.abort());
      await feeds.getByRole("button", { name: "Remove 008_same" }).click();
      await page.getByRole("alert").getByText("the preview server does not answer").waitFor();
      assert.equal(page.url(), address);
      await page.unroute("**/__tck/feed-batches/*");
      await page.locator("main article").getByText("Same", { exact: true }).waitFor();
    });

    await t.step("a dropped feed can be removed, by its button, also the one that is open", async () => {
      const feeds = page.getByRole("navigation", { name: "Feeds and grids" });
      await feeds.getByRole("button", { name: /^Remove / }).nth(2).waitFor();
      await assertAccessible(page, "the list of dropped feeds");
      await feeds.getByRole("button", { name: "Remove 008_same" }).click();
      await feeds.getByRole("link", { name: "008_same" }).waitFor({ state: "detached" });
      await page.waitForFunction(() =>
        !location.search.includes("canvasView=local-") ||
        !document.querySelector("main")!.textContent!.includes("does not exist")
      );
      await page.getByRole("link", { name: "005_late" }).click();
    });

    await t.step("the feed still exists after a reload", async () => {
      await page.reload();
      await page.locator("main").getByText("Dropped").waitFor();
      assert.equal(await page.getByRole("link", { name: "008_same" }).count(), 0);
    });

    assert.deepEqual(errors, []);
  });
});

async function failingBundle(): Promise<Uint8Array> {
  return await writeTckb({
    module: new TextEncoder().encode(`throw new Error("Not today"); export default () => null;`),
    manifest: { id: "counter", cardType: "feed", sizes: ["fill-auto"] },
    css: null,
    propertiesCss: null,
  });
}

async function dropFile(page: Page, name: string, bytes: number[]): Promise<void> {
  // At the bottom of the sidebar.
  await page.getByRole("region", { name: "Language" }).evaluate(
    (zone, { name, bytes }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      dataTransfer.items.add(new File(["no bundle"], "broken.tckb"));
      for (const type of ["dragover", "drop"]) {
        zone.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    { name, bytes },
  );
}
