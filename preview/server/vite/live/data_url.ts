import { Buffer } from "node:buffer";
import { extname } from "node:path";

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
 * The data URL that esbuild makes of a file: percent-encoded if that is shorter than base64, so that a live widget has
 * the value of its bundle.
 */
export function toDataUrl(path: string, contents: Uint8Array): string {
  const type = TYPES[extname(path)]!;
  const base64 = `data:${type};base64,${Buffer.from(contents).toString("base64")}`;
  const text = percentEncode(contents);
  const url = `data:${type},${text}`;
  return text !== null && Buffer.byteLength(url) < base64.length ? url : base64;
}

/** Null for bytes that are not UTF-8. */
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

/** A URL's end is trimmed of these. */
function isTrailing(character: string): boolean {
  return character <= " " && !"\t\n\r".includes(character);
}

function escape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
