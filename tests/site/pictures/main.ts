// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * `deno task docs:pictures`: writes the pictures of the README and of `docs` from the samples, each in light and dark, and
 * what each of them was made of. With names, such as `stage`, it writes those only.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";
import { hashSources, PICTURE_FOLDER, PICTURES, readHashes, ROOT, THEMES, writeHashes } from "./pictures.ts";
import { type Scene, SCENES } from "./scenes.ts";

const unknown = Deno.args.filter((name) => !PICTURES.some((one) => one.name === name));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(", ")}`);
const wanted = PICTURES.filter(({ name }) => Deno.args.length === 0 || Deno.args.includes(name));
const hashes = await readHashes();
const browser = await openChromium();
try {
  for (const [scene, open] of Object.entries(SCENES)) {
    const pictures = wanted.filter((one) => one.scene === scene);
    if (pictures.length === 0) continue;
    await using opened: Scene = await open();
    for (const { name, width, height, scale = 1, sources } of pictures) {
      for (const theme of THEMES) {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme: theme,
          locale: "en",
          timezoneId: "UTC",
        });
        const page = await context.newPage();
        await opened.show(page, name, theme);
        await page.evaluate(() => document.fonts.ready.then(() => {}));
        const clip = { x: 0, y: 0, width, height, scale };
        await capture(page, clip, join(ROOT, PICTURE_FOLDER, `${name}.${theme}.webp`));
        await context.close();
      }
      hashes[name] = await hashSources(sources);
      console.log(`wrote ${name}`);
    }
  }
  await writeHashes(hashes);
} finally {
  await browser.close();
}
Deno.exit();

/** Takes a picture once two are the same: charts draw after their cards. @param clip the part of the page, and how many pixels one of CSS has */
async function capture(
  page: Page,
  clip: { x: number; y: number; width: number; height: number; scale: number },
  file: string,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let data = "";
  for (let last = null; last !== data;) {
    last = data;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))));
    ({ data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82, clip }));
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Buffer.from(data, "base64"));
}
