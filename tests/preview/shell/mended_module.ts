import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import type { FrameCase } from "./frame_cases.ts";
import { type FramePage, waitFor } from "./frame_page.ts";

const FILE = "widgets/001_hello/widget.tck.tsx";
const SHARED = "widgets/001_hello/words.ts";

const source = (text: string) =>
  `import { words } from "./words.ts";
export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>${text} {words}</p>; }
`;

/** It throws while it is evaluated, and counts that. */
const THROWING = `globalThis.thrown = (globalThis.thrown ?? 0) + 1;
throw new RangeError("Boom");
`;

/** A module throws, and is corrected. */
export const MENDED_MODULE: FrameCase = [
  "a module that throws while it is evaluated leaves the card, and the card of the corrected one is shown",
  { [FILE]: source("first"), [SHARED]: 'export const words = "words";' },
  async ({ page, open, project }) => {
    const write = (file: string, text: string) => writeFile(join(project.path, file), text);
    await open("?widget=001_hello");
    await sees(page, "first words");
    await write(FILE, source("lost") + THROWING);
    await throws(page, 1);
    await write(FILE, source("second"));
    await sees(page, "second words");
    await write(FILE, source("third"));
    await sees(page, "third words");

    // The same by a module that the widget imports.
    await write(SHARED, THROWING + 'export const words = "lost";');
    await throws(page, 2);
    await write(SHARED, 'export const words = "other";');
    await sees(page, "third other");

    // And by a page that is opened meanwhile.
    await write(FILE, source("lost") + THROWING);
    await throws(page, 3);
    await open("?widget=001_hello");
    await throws(page, 1);
    await write(FILE, source("fourth"));
    await sees(page, "fourth other");
  },
];

async function sees(page: FramePage["page"], text: string): Promise<void> {
  await waitFor(`a card with ${text}`, async () => {
    const shown = await page.evaluate(() =>
      document.querySelector("article.tck-card")?.shadowRoot?.querySelector("p")?.textContent
    );
    return shown === text ? true : null;
  });
}

async function throws(page: FramePage["page"], count: number): Promise<void> {
  await waitFor(`evaluation ${count} that throws`, async () => {
    const thrown = await page.evaluate(() => (globalThis as { thrown?: number }).thrown ?? 0);
    return thrown >= count ? true : null;
  });
}
