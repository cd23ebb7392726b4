import { readFile } from "node:fs/promises";
import type { SiteAssets } from "./site_paths.ts";

/** Where an installed preview has them: beside this module. */
export const SITE_ASSETS_FILE = "preview/server/site/site_assets.json";

/** The content of {@linkcode SITE_ASSETS_FILE}. */
export async function makeSiteAssets(): Promise<string> {
  return JSON.stringify(await build());
}

let loaded: Promise<SiteAssets> | null = null;

/** Loads them, once. The sources build them; a package has them. */
export function loadSiteAssets(): Promise<SiteAssets> {
  loaded ??= import.meta.url.endsWith(".ts") ? build() : readInstalled();
  loaded.catch(() => loaded = null);
  return loaded;
}

async function readInstalled(): Promise<SiteAssets> {
  return JSON.parse(await readFile(new URL("./site_assets.json", import.meta.url), "utf8"));
}

async function build(): Promise<SiteAssets> {
  return await (await import("./build_shell.ts")).buildShell();
}
