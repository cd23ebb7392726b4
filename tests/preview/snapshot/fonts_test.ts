// runs first
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describeFontSettings } from "../../../preview/server/snapshot/fonts/mod.ts";
import { hashBytes } from "../../../preview/server/snapshot/picture_store.ts";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { findChromium, unpackChromium } from "../../browser/chromium.ts";
import { findFontFolders, findNode } from "../../packages/mod.ts";
import type { PreviewRuntime } from "../server/preview_process.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";

const OWN_FONTS = ["Noto Sans", "DejaVu Sans", "Noto Serif", "DejaVu Sans Mono"];

/** A script of each font that comes with the preview. */
const TEXTS = ["Latin", "Λίγες λέξεις", "Формы", "مرحبا", "שלום", "विनम्र", "→ ★ ☀"];

function textWidget(texts: readonly string[], language = "en"): string {
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

/** The settings of a machine with the fonts of some folders. */
async function createMachine(folder: string, name: string, fonts: readonly string[]): Promise<string> {
  const settings = join(folder, `${name}.conf`);
  await writeFile(settings, describeFontSettings(fonts, join(folder, name)));
  return settings;
}

interface Taken {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: SnapshotReport;
  /** The hashes of the pictures, by their names. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Takes all pictures of a project at one width. */
async function take(
  project: Project,
  variables: { readonly [name: string]: string } = {},
  runtime: PreviewRuntime = null,
): Promise<Taken> {
  const flags = ["--cwd", project.path, "--size", "fill-auto-320"];
  const result = await runSnapshot(flags, runtime, variables);
  const folder = join(project.path, ".tck/snapshot");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  const pictures = await Promise.all(
    names.map(async (name) => [name, hashBytes(await readFile(join(folder, name)))] as const),
  );
  const report: SnapshotReport = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  return { ...result, report, pictures: new Map(pictures) };
}

for (
  const [title, find] of [
    ["the Chromium of this machine", findChromium],
    ["the Chromium of the npm package", unpackChromium],
  ] as const
) {
  Deno.test(`${title} takes the same pictures on machines with other fonts and without any`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "tck-machines-"));
    try {
      const { executablePath, env } = await find();
      const taken: Taken[] = [];
      for (
        const [name, fonts, language] of [
          ["bare", [], "C"],
          ["other", await findFontFolders(), "ja_JP.UTF-8"],
        ] as const
      ) {
        await using project = await Project.create({
          "widgets/001_texts/widget.tck.tsx": textWidget([...TEXTS, "東京", "ไทย"]),
          "node_modules/.keep": "",
        });
        taken.push(
          await take(project, {
            ...env,
            TCK_CHROMIUM: executablePath,
            FONTCONFIG_FILE: await createMachine(folder, name, fonts),
            LC_ALL: language,
            LANGUAGE: language,
            FC_LANG: language,
          }),
        );
      }
      const [bare, other] = taken as [Taken, Taken];
      assert.deepEqual([...bare.pictures.keys()], [
        "001_texts.fill-auto-320.dark.default.png",
        "001_texts.fill-auto-320.light.default.png",
        "001_texts.sheet.png",
      ]);
      assert.deepEqual(bare.pictures, other.pictures);
      assert.equal(bare.stdout, other.stdout);
      const { camera } = bare.report;
      assert.deepEqual(camera, other.report.camera);
      assert.deepEqual([camera!.browser, camera!.fonts], ["chromium", OWN_FONTS]);
      assert.match(camera!.version, /^\d+\.\d+\.\d+\.\d+$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

Deno.test("a script without a font is reported with the package that has it, until the project adds it", async () => {
  const node = { node: await findNode() };
  await using project = await Project.create({
    "widgets/001_texts/widget.tck.tsx": textWidget([...TEXTS, "東京へ", "ไทย", "🎉", "𐎀"], "ja"),
    "package.json": "{}",
    "node_modules/.keep": "",
  });
  const bare = await take(project, {}, node);
  const messages = (taken: Taken) =>
    taken.report.renderings.find(({ theme }) => theme === "light")!.findings.map(
      ({ rule, severity, message, element }) => `${rule} ${severity} ${element!.text}: ${message}`,
    );
  const missing = (characters: string, fonts: string) =>
    `glyph.missing warning ${characters}: No font has “${characters}”: the picture shows boxes; add ${fonts} to the project`;
  const others = [
    missing("ไทย", "the package @expo-google-fonts/noto-sans-thai"),
    missing("🎉", "the package @expo-google-fonts/noto-color-emoji"),
    missing("𐎀", "a package of @expo-google-fonts that has them"),
  ];
  assert.deepEqual(messages(bare), [
    missing("東京へ", "the package @expo-google-fonts/noto-sans-jp"),
    ...others,
  ]);
  assert.equal(bare.code, 0);

  const gothic = (await findFontFolders()).find((folder) => folder.includes("sawarabi-gothic"))!;
  const name = "@expo-google-fonts/sawarabi-gothic";
  const installed = join(project.path, "node_modules", name);
  await mkdir(dirname(installed), { recursive: true });
  await symlink(dirname(gothic), installed);
  assert.deepEqual(
    (await take(project, {}, node)).pictures,
    bare.pictures,
    "the project does not depend on it",
  );

  await project.write("package.json", JSON.stringify({ devDependencies: { [name]: "*" } }));
  const added = await take(project, {}, node);
  assert.deepEqual(messages(added), others);
  const { version } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.deepEqual(added.report.camera!.fonts, [...OWN_FONTS, `${name} ${version}`]);
  const kept = await take(project, {}, node);
  assert.deepEqual([kept.pictures, kept.report], [added.pictures, added.report]);
  assert.match(kept.stderr, /2 of 2 pictures have not changed/);
});
