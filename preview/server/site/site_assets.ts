import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The files of a site that are the same for every project: the shell, React, the kit, and their stylesheets. */
export interface SiteAssets {
  /** Texts by their paths in the site, each of which has a hash of its text. */
  readonly files: { readonly [path: string]: string };
  /** The path of the module that starts the page. */
  readonly entry: string;
  /** The paths of the modules that the entry loads before a card is shown. */
  readonly preloaded: readonly string[];
  /** The paths of the stylesheets of the page. */
  readonly styles: readonly string[];
  /** What the import map has for them: paths by specifier. */
  readonly imports: { readonly [specifier: string]: string };
}

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

/** A path in a site: its name has a hash of the text, so that it never has another one. */
export function hashedPath(
  folder: string,
  name: string,
  extension: string,
  text: string | Uint8Array,
): string {
  // In hex, since a file system may not distinguish upper case.
  const hash = createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
  return `${folder}/${name}-${hash}.${extension}`;
}

/** 80 bits. */
const HASH_LENGTH = 20;
