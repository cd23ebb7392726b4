import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("../../../", import.meta.url));

/** Each picture of it is there as `NAME.light.webp` and `NAME.dark.webp`. */
export const PICTURE_FOLDER = "docs/images";

export const THEMES = ["light", "dark"] as const;

export type Theme = typeof THEMES[number];

/** A picture of the docs, in both themes. */
export interface Picture {
  readonly name: string;
  readonly scene: "feed" | "chat" | "preview" | "review";
  readonly width: number;
  readonly height: number;
  /** How many pixels a pixel of CSS has. @default 1 */
  readonly scale?: number;
  /** Files and folders that it shows. The code of shell and kit is not among them: a picture is not taken again for each change of it. */
  readonly sources: readonly string[];
}

const SAMPLES = "fixtures/projects/morning-brief/widgets";
const LOOKS = ["web/assets/style.css"];
const CANVAS = [SAMPLES, ...LOOKS, "web/canvas/canvas.css", "web/assets/page.css"];
const PREVIEW = [SAMPLES, ...LOOKS, "preview/shell/shell.css", "preview/shell/styles"];

const WINDOW = { width: 1280, height: 800 };

export const PICTURES: readonly Picture[] = [
  { name: "feed", scene: "feed", width: 720, height: 760, scale: 2, sources: CANVAS },
  { name: "chat", scene: "chat", width: 640, height: 550, scale: 2, sources: CANVAS },
  { name: "widget", scene: "preview", width: 216, height: 216, scale: 2, sources: ["README.md", ...LOOKS] },
  { name: "preview/stage", scene: "preview", ...WINDOW, sources: PREVIEW },
  { name: "preview/slots", scene: "preview", ...WINDOW, sources: PREVIEW },
  { name: "preview/feed", scene: "preview", ...WINDOW, sources: PREVIEW },
  { name: "preview/narrow", scene: "preview", width: 640, height: 800, sources: PREVIEW },
  { name: "preview/compare", scene: "preview", width: 1600, height: 800, sources: PREVIEW },
  { name: "preview/chat", scene: "preview", ...WINDOW, sources: PREVIEW },
  { name: "preview/diagnostics", scene: "preview", ...WINDOW, sources: PREVIEW },
  { name: "preview/review", scene: "review", ...WINDOW, sources: PREVIEW },
];

/** The widget of the README, as a picture's source: other words of it may change. */
export function readmeWidget(readme: string): string {
  return /```tsx\n([^]*?)```/.exec(readme)![1]!;
}

/** A hash of the texts of files and of all files below folders. */
export async function hashSources(sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of await listFiles(source)) {
      const text = await readFile(join(ROOT, file), "utf8");
      hash.update(`${file}\n${file === "README.md" ? readmeWidget(text) : text}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function listFiles(source: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true }).catch(() =>
    null
  );
  if (entries === null) return [source];
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length)).sort();
}

const HASHES = join(ROOT, PICTURE_FOLDER, "sources.json");

export async function readHashes(): Promise<{ [name: string]: string }> {
  return JSON.parse(await readFile(HASHES, "utf8").catch(() => "{}"));
}

export async function writeHashes(hashes: { readonly [name: string]: string }): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(hashes).sort());
  await writeFile(HASHES, `${JSON.stringify(sorted, null, 2)}\n`);
}
