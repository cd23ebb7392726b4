import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { makeBundle } from "../session/bundles.ts";
import { withShell } from "./shell_page.ts";

const CONFIG = new URL("../../../web/scaffold/template/tck.preview.config.ts", import.meta.url);

Deno.test("with the configuration of a new project the Canvas shows a built widget of a feed, and one of a grid, and the list has each once", async () => {
  const config = await readFile(CONFIG, "utf8");
  const files = {
    // The project has no packages.
    "tck.preview.config.ts": config.replace(
      /^import .*$/m,
      "const defineConfig = <Config>(config: Config) => config;",
    ),
    "dist/001_feed.tckb": await makeBundle("feed", { cardType: "feed", sizes: ["fill-auto"] }),
    "dist/002_grid.tckb": await makeBundle("grid", { cardType: "grid", sizes: ["2x2"] }),
  };
  await withShell(files, async ({ page, open }) => {
    for (const [tab, name] of [["feed", "001_feed"], ["grid", "002_grid"]]) {
      await open(`?view=feed&canvasTab=${tab}`);
      await page.getByRole("button", { name: `Inspect ${name}` }).waitFor({ state: "attached" });
      assert.equal(await page.locator(".shell-place").count(), 1);
      const [top, bottom] = await page.locator(".shell-place").evaluate((place) => [
        place.getBoundingClientRect().top,
        place.querySelector(".shell-inspect")!.getBoundingClientRect().bottom,
      ]);
      assert.ok(
        bottom! - top! <= 12,
        `Inspect covers ${bottom! - top!} px of a card, whose padding is 12 px or more`,
      );
    }
    await open("");
    const picker = page.getByRole("navigation", { name: "Widgets" });
    await picker.getByText("002_grid").first().waitFor();
    const listed = await picker.getByText(/^00[12]_/).allTextContents();
    assert.deepEqual(listed, ["001_feed", "002_grid"]);
  });
});
