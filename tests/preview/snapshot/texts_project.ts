import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFontSettings } from "../../../preview/server/snapshot/fonts/mod.ts";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { hashBytes } from "../../../preview/server/snapshot/baseline/picture_store.ts";
import type { PreviewResult } from "../server/preview_process.ts";
import type { Project } from "../session/project.ts";

/** The families of the fonts that come with the preview. */
export const OWN_FONTS = ["Noto Sans", "DejaVu Sans", "Noto Serif", "DejaVu Sans Mono"];

/** A script of each font that comes with the preview. */
export const TEXTS = ["Latin", "Λίγες λέξεις", "Формы", "مرحبا", "שלום", "विनम्र", "→ ★ ☀"];

/** A widget with some texts, in each family. */
export function textWidget(texts: readonly string[], language = "en"): string {
  return `import { Card, defineManifest, List, ListItem } from "@tck/kit";
export const manifest = defineManifest({ id: "texts", title: "Texts", cardType: "feed", sizes: ["fill-auto"] });
export default function Texts() {
  return <Card><div lang="${language}" style={{ font: "16px/1.5 system-ui" }}>
    ${texts.map((text) => `<p>${text}</p>`).join("\n    ")}
    <p style={{ fontFamily: "ui-serif, serif" }}>Serif <i>italic</i> <b>bold</b></p>
    <p style={{ fontFamily: "ui-monospace, monospace" }}>Fixed width</p>
  </div></Card>;
}
`;
}

/** The variables of a machine with the fonts of some folders, and its language. */
export async function describeMachine(
  folder: string,
  fonts: readonly string[],
  language: string,
): Promise<{ [name: string]: string }> {
  const own = await mkdtemp(join(folder, "machine-"));
  const settings = join(own, "fonts.conf");
  await writeFile(settings, describeFontSettings(fonts, join(own, "index")));
  return { FONTCONFIG_FILE: settings, LC_ALL: language, LANGUAGE: language, FC_LANG: language };
}

/** Runs with a temporary folder. */
export async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-machines-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A snapshot of a project with {@link textWidget}. */
export interface Taken extends PreviewResult {
  readonly report: SnapshotReport;
  /** The hashes of the pictures, by their names. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Takes the picture of a project's texts. */
export async function takeTexts(
  project: Project,
  run: (args: readonly string[]) => Promise<PreviewResult>,
  ...flags: readonly string[]
): Promise<Taken> {
  const result = await run(["--cwd", project.path, "--size", "fill-auto-320", "--theme", "light", ...flags]);
  const folder = join(project.path, ".tck/snapshot");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  const pictures = await Promise.all(
    names.map(async (name) => [name, hashBytes(await readFile(join(folder, name)))] as const),
  );
  const report: SnapshotReport = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  return { ...result, report, pictures: new Map(pictures) };
}
