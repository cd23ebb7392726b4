import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findFontFolders } from "../packages/mod.ts";
import { findShared, type TestFonts } from "../servers/find_shared.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/fonts/", import.meta.url));

/** The families of each generic family: the first that has a glyph is used. A name that no font has is `sans-serif`. */
const GENERIC = {
  "sans-serif": ["Noto Sans", "DejaVu Sans", "ZCOOL XiaoWei", "Sawarabi Gothic"],
  "serif": ["Noto Serif", "DejaVu Serif"],
  "monospace": ["DejaVu Sans Mono"],
};

/** Finds the fonts. The first call installs them. */
export async function findFonts(): Promise<TestFonts> {
  return await findShared("fonts") ?? await installFonts();
}

/** What a browser's environment needs to use them. */
export async function fontVariables(): Promise<{ FONTCONFIG_FILE: string }> {
  return { FONTCONFIG_FILE: (await findFonts()).settings };
}

/** Installs the fonts and writes the settings. */
export async function installFonts(): Promise<TestFonts> {
  const folders = await findFontFolders();
  const text = describeFonts(folders);
  const settings = join(CACHE, "fonts.conf");
  if (await readFile(settings, "utf8").catch(() => null) !== text) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = `${settings}-${process.pid}`;
    await writeFile(unfinished, text);
    await rename(unfinished, settings);
  }
  return { settings, folders: [...folders, CACHE] };
}

/** How glyphs are drawn is also said here, so that it does not depend on the machine. */
function describeFonts(folders: readonly string[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${escape(folder)}</dir>`).join("\n")}
  <cachedir>${escape(join(CACHE, "index"))}</cachedir>
  <match target="pattern">
${Object.keys(GENERIC).map((name) => `    ${family("test", name, 'qual="all" compare="not_eq"')}`).join("\n")}
    ${family("edit", "sans-serif", 'mode="append_last"')}
  </match>
${Object.entries(GENERIC).map(([name, families]) => describeAlias(name, families)).join("\n")}
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hinting"><bool>true</bool></edit>
    <edit name="hintstyle"><const>hintslight</const></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

function describeAlias(name: string, families: readonly string[]): string {
  const list = families.map((each) => `<family>${each}</family>`).join("");
  return `  <alias><family>${name}</family><prefer>${list}</prefer></alias>`;
}

function family(element: "test" | "edit", name: string, attributes: string): string {
  return `<${element} name="family" ${attributes}><string>${name}</string></${element}>`;
}

function escape(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
