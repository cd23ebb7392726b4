import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { hasPrograms } from "../servers/programs.ts";
import { type ChromiumInstallation, findChromium, launchChromium, unpackChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";

/** Texts in the scripts of the tests' widgets, with their style and the font of each. */
const TEXTS = [
  ["Latin", "system-ui", "Noto Sans"],
  ["A name of no font", "'Segoe UI', sans-serif", "Noto Sans"],
  ["Λίγες λέξεις", "sans-serif", "Noto Sans"],
  ["Формы", "sans-serif", "Noto Sans"],
  ["مرحبا", "sans-serif", "DejaVu Sans"],
  ["שלום", "sans-serif", "DejaVu Sans"],
  ["विनम्र", "sans-serif", "Noto Sans"],
  ["今天天气很好我们去公园", "sans-serif", "ZCOOL XiaoWei"],
  ["ドイツ", "sans-serif", "Sawarabi Gothic"],
  ["Serif", "serif", "Noto Serif"],
  ["Fixed width", "monospace", "DejaVu Sans Mono"],
] as const;

const PAGE = TEXTS.map(([text, family]) =>
  `<p><span style="font: 100px ${family}; white-space: nowrap">${text}</span></p>`
).join("");

for (
  const [title, find] of [
    ["the Chromium of this machine", findChromium],
    ["the Chromium of the npm package", unpackChromium],
  ] as const
) {
  Deno.test(`${title} draws each script with a font from npm`, async () => {
    await withChromium(await find(), async (page) => {
      assert.deepEqual(await readFonts(page), TEXTS.map(([text, , font]) => `${text}: ${font}`));
    });
  });
}

if (await hasPrograms(["firefox-esr"], "the fonts of Firefox", "firefox-esr")) {
  Deno.test("in Firefox each text is as wide as in Chromium", async () => {
    const firefox = await openFirefox();
    try {
      const page = await firefox.newPage();
      await page.setContent(PAGE);
      const widths = await page.evaluate(measureTexts);
      await withChromium(await findChromium(), async (page) => {
        assert.deepEqual(widths, await page.evaluate(measureTexts));
      });
    } finally {
      await firefox.close();
    }
  });
}

async function withChromium(
  installation: ChromiumInstallation,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await launchChromium(installation);
  try {
    const page = await browser.newPage();
    await page.setContent(PAGE);
    await run(page);
  } finally {
    await browser.close();
  }
}

/** The fonts of each text's glyphs. */
async function readFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "span" });
  return await Promise.all(nodeIds.map(async (nodeId, index) => {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    return `${TEXTS[index]![0]}: ${fonts.map(({ familyName }) => familyName).join()}`;
  }));
}

function measureTexts(): string[] {
  return [...document.querySelectorAll("span")].map((span) =>
    `${span.textContent}: ${Math.round(span.getBoundingClientRect().width)}`
  );
}
