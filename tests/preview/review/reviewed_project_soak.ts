import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPreview } from "../../../preview/server/mod.ts";
import { ReviewStore } from "../../../preview/server/review/mod.ts";
import { openFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import { CHANGED, createChangedProject } from "./changed_project.ts";
import { AFTER_START, areLoaded, inspectPage, moveSlider, WORDS } from "./review_folder.ts";

if (await hasPrograms(["firefox-esr"], "a review in Firefox", "firefox-esr")) {
  // claim: review-page-quotes
  Deno.test("in Firefox the folder of a review works from the disk, and the surface of the workbench does", async () => {
    await using project = await createChangedProject();
    const out = join(project.path, "review");
    const write = (...flags: string[]) =>
      runCommandHere("review", ["--cwd", project.path, "--out", out, ...flags]);
    assert.equal((await write()).code, 3);
    const store = new ReviewStore({
      snapshot: join(project.path, ".tck/snapshot"),
      baseline: join(project.path, "snapshots"),
    });
    const rejected = (await store.read())!.find(({ picture }) => picture === CHANGED.light)!;
    await store.decide(new Map([[rejected.id, { verdict: "rejected", words: WORDS }]]));
    assert.equal((await write("--reuse")).code, 1);
    const firefox = await openFirefox();
    const preview = await startPreview({ cwd: project.path, port: 0 });
    try {
      const page = await firefox.newPage();
      await page.goto(pathToFileURL(join(out, "index.html")).href);
      await page.waitForFunction(areLoaded);
      const { shown, at: _, background: __, ...facts } = await page.evaluate(inspectPage);
      assert.deepEqual([facts, shown], [AFTER_START, "Before,After,Before,After,After,After,Before"]);
      await page.click("[value=slider]");
      await page.waitForFunction(areLoaded);
      await page.evaluate(moveSlider);
      assert.equal((await page.evaluate(inspectPage)).at, "80%");
      await page.goto(`${preview.url}?view=review&picture=${CHANGED.light}`);
      await page.waitForSelector("blockquote");
      await page.keyboard.press("3");
      await page.waitForFunction(areLoaded);
      await page.keyboard.press("j");
      await page.waitForFunction(() => document.querySelector("h1")?.textContent?.startsWith("002_added"));
    } finally {
      await preview.close();
      await firefox.close();
    }
  });
}
