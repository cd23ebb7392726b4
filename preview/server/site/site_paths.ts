import { createHash } from "node:crypto";

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
