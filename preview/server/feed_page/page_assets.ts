import { readFile } from "node:fs/promises";
import {
  type HostAssets,
  readHostAssetsDocument,
  toHostAssetsDocument,
} from "../../../web/assets/import_map/mod.ts";

/** Where an installed preview has the files that its pages of one file contain: beside this module. */
export const PAGE_ASSETS_FILE = "preview/server/feed_page/page_assets.json";

/** The content of {@linkcode PAGE_ASSETS_FILE}. */
export async function makePageAssets(): Promise<string> {
  return JSON.stringify(toHostAssetsDocument(await build()));
}

let loaded: Promise<HostAssets> | null = null;

/** Loads the files that pages of one file contain, once. The sources build them; a package has them. */
export function loadPageAssets(): Promise<HostAssets> {
  loaded ??= import.meta.url.endsWith(".ts") ? build() : readInstalled();
  loaded.catch(() => loaded = null);
  return loaded;
}

async function build(): Promise<HostAssets> {
  const { buildPageAssets } = await import("../../../web/assets/mod.ts");
  return await buildPageAssets();
}

async function readInstalled(): Promise<HostAssets> {
  const text = await readFile(new URL("./page_assets.json", import.meta.url), "utf8");
  return readHostAssetsDocument(JSON.parse(text));
}
