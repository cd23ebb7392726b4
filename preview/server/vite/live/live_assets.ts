import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Plugin } from "vite";
import { findAssetFault } from "../../../../web/bundler/mod.ts";
import { mayLoad } from "../file_access.ts";
import type { LinkedProject } from "../linked_project.ts";
import { isOwnFile } from "../own_files.ts";

/** The files that the bundler embeds, with their types. */
const TYPES: { readonly [extension: string]: string } = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
};

/**
 * Gives widgets the images and fonts that they import as data URLs, and the texts as texts, as the bundler does: those of the
 * project, and those that a module imports.
 */
export function embedLiveAssets(project: LinkedProject): Plugin {
  return {
    name: "tck:live-assets",
    enforce: "pre",
    load: {
      filter: { id: /\.(svg|png|jpe?g|gif|webp|avif|woff2|txt)$/ },
      async handler(path) {
        if (isOwnFile(path) || path.startsWith("\0")) return null;
        if (!await mayLoad(this.environment.getTopLevelConfig(), path, project)) return null;
        this.addWatchFile(path);
        const value = path.endsWith(".txt") ? await readText(path) : await embed(path);
        const code = `export default ${JSON.stringify(value)};`;
        return { code, map: null, moduleType: "js" };
      },
    },
  };
}

/** A text without its byte order mark. */
async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readFile(path));
}

async function embed(path: string): Promise<string> {
  const contents = await readFile(path);
  const fault = findAssetFault(path, contents);
  if (fault === null) return toDataUrl(path, contents);
  throw new Error(fault.text);
}

/**
 * The data URL that esbuild makes of a file: percent-encoded if that is shorter than base64, so that a live widget has
 * the value of its bundle.
 */
function toDataUrl(path: string, contents: Uint8Array): string {
  const type = TYPES[extname(path)]!;
  const base64 = `data:${type};base64,${Buffer.from(contents).toString("base64")}`;
  const text = percentEncode(contents);
  const url = `data:${type},${text}`;
  return text !== null && Buffer.byteLength(url) < base64.length ? url : base64;
}

/** Percent-encodes a text; null for bytes that are not UTF-8. */
function percentEncode(contents: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(contents);
  } catch {
    return null;
  }
  let end = text.length;
  while (end > 0 && isTrailing(text[end - 1]!)) end--;
  const body = text.slice(0, end).replaceAll(/[\t\n\r#]|%(?=[0-9A-Fa-f]{2})/g, escape);
  return body + Array.from(text.slice(end), escape).join("");
}

/** Whether a character would be trimmed at the end of a URL. */
function isTrailing(character: string): boolean {
  return character <= " " && !"\t\n\r".includes(character);
}

function escape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
