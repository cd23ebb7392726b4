import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describeFontSettings, OWN_FAMILIES } from "../../preview/server/snapshot/fonts/mod.ts";
import { findFontFolders } from "../packages/mod.ts";
import { findShared, type TestFonts } from "../servers/find_shared.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/fonts/", import.meta.url));

/** The families of pictures, and two more. */
const FAMILIES = {
  ...OWN_FAMILIES,
  "sans-serif": [...OWN_FAMILIES["sans-serif"], "ZCOOL XiaoWei", "Sawarabi Gothic"],
  "serif": [...OWN_FAMILIES.serif, "DejaVu Serif"],
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
  const text = describeFontSettings(folders, join(CACHE, "index"), FAMILIES);
  const settings = join(CACHE, "fonts.conf");
  if (await readFile(settings, "utf8").catch(() => null) !== text) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = `${settings}-${process.pid}`;
    await writeFile(unfinished, text);
    await rename(unfinished, settings);
  }
  return { settings, folders: [...folders, CACHE] };
}
