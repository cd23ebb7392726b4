import assert from "node:assert/strict";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, waitForCard, withShell } from "./shell_page.ts";

const HUE = (degrees: number) =>
  `@property --hue { syntax: "<angle>"; inherits: true; initial-value: ${degrees}deg; }\n` +
  '@property --color-text { syntax: "*"; inherits: false }';

Deno.test("a bundle on the stage follows its file", async (t) => {
  const files = {
    "dist/001_one.tckb": await makeBundle("first build"),
    "dist/002_broken.tckb": new Uint8Array(9),
  };
  await withShell(files, async ({ project, page, open, errors }) => {
    await t.step("it is shown by production's host and mount", async () => {
      await open();
      await page.getByText("first build").waitFor();
      assert.deepEqual(await waitForCard(page), { ready: true, error: null });
    });

    await t.step("a rebuilt bundle is mounted again", async () => {
      await page.getByRole("link", { name: "001_one" }).click();
      for (const [text, degrees] of [["second build", 10], ["third build", 20]] as const) {
        const styles = { propertiesCss: HUE(degrees) };
        await project.write("dist/001_one.tckb", await makeBundle(text, {}, styles));
        const content = page.locator("article[data-widget-id]", { hasText: text }).locator(
          "[data-tck-content]",
        );
        await content.waitFor();
        const hue = await content.evaluate((element) => getComputedStyle(element).getPropertyValue("--hue"));
        assert.equal(hue, `${degrees}deg`, "its @property rules are those that hold");
        const token = await content.evaluate((element) =>
          getComputedStyle(element).getPropertyValue("--color-text")
        );
        assert.notEqual(token, "", "its @property rule for a host token is registered");
      }
      assert.equal(await page.locator("article").count(), 1);
    });

    await t.step("a broken file is in the list with its error", async () => {
      const broken = page.locator("details", { hasText: "002_broken" });
      await broken.waitFor();
      await broken.locator("summary").click();
      assert.equal(await broken.locator("code").isVisible(), true);
      await assertAccessible(page, "with a broken bundle");
    });

    await t.step(
      "a bundle that throws while loading shows the error, and a fixed build is mounted",
      async () => {
        const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };
        const module = new TextEncoder().encode(`throw new Error("Not today"); export default () => null;`);
        await project.write(
          "dist/001_one.tckb",
          await writeTckb({ module, manifest, css: null, propertiesCss: null }),
        );
        await page.getByText("Not today", { exact: false }).first().waitFor();
        assert.match((await waitForCard(page)).error ?? "", /Not today/);
        await project.write("dist/001_one.tckb", await makeBundle("last build"));
        await page.getByText("last build").waitFor();
      },
    );

    await t.step("a failed fetch can be retried, and the focus stays on the card", async () => {
      await page.route("**/widget.mjs*", (route) => route.abort(), { times: 1 });
      await page.reload();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("last build").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.className), "shell-card");
      await page.unrouteAll();
    });

    await t.step(
      "while the server's list cannot be loaded an error is shown, and the page recovers",
      async () => {
        await page.route("**/__tck/bundles", (route) => route.fulfill({ status: 500, body: "" }), {
          times: 1,
        });
        await page.reload();
        const banner = page.getByRole("alert").filter({
          hasText: 'Cannot use "/__tck/bundles": the answer is 500',
        });
        await banner.getByRole("button", { name: "Try again" }).click();
        await page.getByText("last build").waitFor();
        await banner.waitFor({ state: "detached" });
      },
    );

    await t.step("rescan shows its result", async () => {
      await page.getByRole("button", { name: "Rescan" }).click();
      await page.getByText("1 bundle on disk, no changes").waitFor();
    });

    assert.deepEqual(errors, []);
  });
});
