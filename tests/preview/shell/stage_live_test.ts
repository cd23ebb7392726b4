import assert from "node:assert/strict";
import { counterSource, toolbarSelect, waitForCard, withShell } from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";
const STYLES = "widgets/001_counter/widget.css";
const HUE = (degrees: number) =>
  `@property --hue { syntax: "<angle>"; inherits: true; initial-value: ${degrees}deg; }\n`;

Deno.test("a widget in the project's sources is edited on the stage", async (t) => {
  const files = { [SOURCE]: counterSource(), [STYLES]: `${HUE(10)}.counter { padding: 20px }` };
  await withShell(files, async ({ project, page, open, errors }) => {
    const button = page.getByRole("button", { name: /^Clicked/ });
    const article = page.locator("article[data-widget-id]");
    const styleOf = (name: string) =>
      page.locator(".counter").evaluate(
        (counter, name) => getComputedStyle(counter).getPropertyValue(name),
        name,
      );

    await t.step(
      "it is mounted in a shadow root, and the page signals when it has been painted",
      async () => {
        await open();
        assert.deepEqual(await waitForCard(page), { ready: true, error: null });
        assert.equal(await article.evaluate(({ shadowRoot }) => shadowRoot?.mode), "open");
        assert.equal(await page.getByRole("heading", { name: "Hello Ada" }).count(), 1);
        assert.ok(Number(await page.locator("html").getAttribute("data-tck-mount-ms")) > 0);
        assert.equal(await styleOf("--hue"), "10deg");
        assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Counter <b>&amp;");
        assert.equal(await page.title(), "Counter <b>&amp; – tck preview");
      },
    );

    await t.step("an edit of the component keeps the card's state", async () => {
      await button.click();
      await button.click();
      await project.write(SOURCE, counterSource({ text: "second text" }));
      await page.getByText("second text").waitFor();
      assert.equal(await button.textContent(), "Clicked 2");
    });

    await t.step(
      "an edit of the styles applies to the same element, and its @property rule replaces the old one",
      async () => {
        await page.locator(".counter").evaluate((counter) => counter.setAttribute("data-marked", ""));
        await project.write(STYLES, `${HUE(20)}.counter { padding: 30px }`);
        await page.waitForFunction(() => {
          const counter = document.querySelector("article")!.shadowRoot!.querySelector(".counter")!;
          const { padding } = getComputedStyle(counter);
          return padding === "30px" && getComputedStyle(counter).getPropertyValue("--hue") === "20deg";
        });
        assert.equal(await page.locator(".counter[data-marked]").count(), 1);
        assert.equal(await button.textContent(), "Clicked 2");
        const rules = await page.evaluate(() =>
          [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
            .filter((rule) => rule instanceof CSSPropertyRule).length
        );
        assert.equal(rules, 1);
      },
    );

    await t.step("an edit of only the manifest is applied", async () => {
      await project.write(
        SOURCE,
        counterSource({ text: "second text", state: "Eve", sizes: '["fill-auto", "4x1"]' }),
      );
      await page.getByRole("heading", { name: "Hello Eve" }).waitFor();
      await toolbarSelect(page, "Size").getByRole("option", { name: "4x1" }).waitFor({ state: "attached" });
      assert.equal(await button.textContent(), "Clicked 2");
    });

    await t.step(
      "a thrown error is shown as text below the failed card, and an edit mounts the widget again",
      async () => {
        const thrown = `{(() => { throw new Error("Boom <i>x</i>"); })()}`;
        await project.write(SOURCE, counterSource({ text: thrown }));
        await page.getByText("Boom <i>x</i>", { exact: true }).waitFor();
        assert.equal(await article.getAttribute("data-state"), "failed");
        assert.deepEqual(await waitForCard(page), { ready: false, error: "Boom <i>x</i>" });
        assert.equal(await page.getByRole("navigation", { name: "Widgets" }).isVisible(), true);
        await project.write(SOURCE, counterSource());
        await button.waitFor();
        await page.locator(".shell-error").waitFor({ state: "detached" });
        assert.deepEqual(await waitForCard(page), { ready: true, error: null });
      },
    );

    await t.step("build diagnostics are listed beside the card, which stays", async () => {
      await project.write(SOURCE, counterSource({ text: `{localStorage.length}` }));
      const diagnostic = page.getByRole("complementary").getByText("localStorage is forbidden", {
        exact: false,
      });
      await diagnostic.first().waitFor();
      assert.equal(await button.isVisible(), true);
      await page.getByRole("link", { name: /001_counter 1 error/ }).waitFor();

      // Between the edit and the end of its check they are those of the former source, also in their lines.
      await page.waitForFunction(() =>
        document.querySelector<HTMLElement>(".shell-diagnostics pre")!.innerText.trim().split("\n").length > 2
      );
      await page.evaluate(watchOutdated);
      await project.write(SOURCE, counterSource());
      await page.getByText("The build accepts this widget.").waitFor();
      const { hint, text } = await page.evaluate(() => globalThis.outdated);
      assert.equal(hint, "Checking… These are of the source before the last edit.");
      assert.match(text, /^\s*\d+ .*localStorage\.length/);
      assert.equal(text.trim().split("\n").length, 1, text); // The line without those around it.
      assert.equal(await page.getByText("These are of the source before").count(), 0);
    });

    await t.step(
      "a source that cannot be compiled does not change the card, and the error is shown",
      async () => {
        await button.click();
        await project.write(SOURCE, counterSource().replace("<section", "<section <"));
        await page.getByRole("alert").getByText(/^Cannot compile .*widget\.tck\.tsx/).waitFor();
        assert.equal(await button.textContent(), "Clicked 1");
        await project.write(SOURCE, counterSource());
        await page.getByText(/^Cannot compile/).waitFor({ state: "detached" });
      },
    );

    await t.step(
      "a source that cannot be compiled when the page is opened is shown after it is fixed",
      async () => {
        await project.write(SOURCE, counterSource().replace("<section", "<section <"));
        await page.getByText(/^Cannot compile/).waitFor(); // The server has seen the edit.
        await open();
        assert.equal((await waitForCard(page)).ready, false);
        await page.getByRole("alert").getByText(/^Cannot compile .*widget\.tck\.tsx/).waitFor();
        await page.waitForFunction(() => location.search.includes("widget=001_counter"));
        assert.equal(await page.locator("vite-error-overlay:visible").count(), 0);
        await project.write(SOURCE, counterSource());
        await button.waitFor();
        await page.getByText(/^Cannot compile/).waitFor({ state: "detached" });
      },
    );

    await t.step(
      "a page that connects after its import has failed says why, also beside a page that is open",
      async () => {
        await project.write(SOURCE, counterSource().replace("<section", "<section <"));
        await page.getByText(/^Cannot compile/).waitFor();
        // Checked, so that no later news of the widget imports it once more.
        await page.getByRole("link", { name: /001_counter \d+ error/ }).waitFor();
        const other = await page.context().browser()!.newPage();
        const failed = Promise.withResolvers<void>();
        await other.routeWebSocket(/./, async (socket) => {
          await failed.promise;
          socket.connectToServer();
        });
        await other.goto(page.url());
        assert.equal((await waitForCard(other)).ready, false);
        failed.resolve();
        await other.getByRole("alert").getByText(/^Cannot compile .*widget\.tck\.tsx/).waitFor();
        await project.write(SOURCE, counterSource());
        await other.getByRole("button", { name: /^Clicked/ }).waitFor();
        await other.getByText(/^Cannot compile/).waitFor({ state: "detached" });
        await other.close();
        await page.getByText(/^Cannot compile/).waitFor({ state: "detached" });
      },
    );

    await t.step("a new folder appears in the picker, and a deleted one disappears", async () => {
      await project.write("widgets/002_new/widget.css", "");
      await project.write("widgets/002_new/widget.tck.tsx", counterSource({ text: "the new one" }));
      await page.getByRole("link", { name: "002_new" }).click();
      await page.getByText("the new one").waitFor();
      await project.remove("widgets/002_new");
      await page.getByRole("heading", { level: 1, name: "The widget “002_new” does not exist." }).waitFor();
      // A renamed widget is one click away.
      await project.write("widgets/002_renamed/widget.css", "");
      await project.write(
        "widgets/002_renamed/widget.tck.tsx",
        counterSource({ text: "under another name" }),
      );
      await page.getByRole("status").getByRole("link", { name: "Show 002_renamed" }).click();
      await page.getByText("under another name").waitFor();
      await page.goBack();
      await page.goBack();
      await button.waitFor();
    });

    assert.deepEqual(errors, []);
  });
});

/** Runs in the page: waits until diagnostics are marked as those of a former source, and reads what is shown of the first. */
function watchOutdated(): void {
  globalThis.outdated = new Promise((resolve) => {
    const look = () => {
      const list = document.querySelector<HTMLElement>(".shell-diagnostics[data-outdated]");
      if (list === null) return requestAnimationFrame(look);
      resolve({
        hint: list.parentElement!.querySelector<HTMLElement>(".shell-hint")!.innerText,
        text: list.querySelector("pre")!.innerText,
      });
    };
    look();
  });
}

declare global {
  /** What the page has shown of outdated diagnostics. */
  var outdated: Promise<{ hint: string; text: string }>;
}
