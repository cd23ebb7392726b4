import { isPlainFont } from "../../../../core/bytes/mod.ts";
import { takeMethod } from "../native_members.ts";

/** The first address with bytes in the `src` of a font. */
const DATA = /data:[^"'(),:]*;\s*base64\s*,([\w+/=]*)/i;

const exec = takeMethod(RegExp.prototype, "exec");
const fromBase64 = Uint8Array.fromBase64.bind(Uint8Array);
const decode = takeMethod(TextDecoder.prototype, "decode") as (
  decoder: TextDecoder,
  bytes: BufferSource,
) => string;
const codeAt = takeMethod(String.prototype, "charCodeAt") as (text: string, at: number) => number;
const Bytes = Uint8Array;
const { construct } = Reflect;
/** Gives each byte a character whose code ends with it. */
const binary = new TextDecoder("x-user-defined");

/**
 * Makes the fonts of widgets of bytes that are looked at first, where the document's policy loads none by an address: a font
 * whose glyphs are documents (`isPlainFont`) fails to load, as one that is damaged does. Fonts of the reader's system have
 * names. Called before any widget runs.
 */
export function limitFonts(): void {
  const Native = globalThis.FontFace;
  const Limited = function FontFace(family: unknown, source: unknown, descriptors: unknown): FontFace {
    // No widget has the bytes: what is converted next can run code of one.
    const bytes = readBytes(source);
    const read = bytes ?? readAddress(`${source}`);
    const checked = typeof read === "string" || isPlainFont(read) ? read : new Bytes(0);
    return construct(Native, [`${family}`, checked, descriptors], new.target);
  };
  Limited.prototype = Native.prototype;
  Object.assign(globalThis, { FontFace: Limited });
  Object.assign(Native.prototype, { constructor: Limited });
}

/** A copy of what a buffer or a view has; null for what is neither. */
function readBytes(source: unknown): Uint8Array<ArrayBuffer> | null {
  if (source === undefined) return null;
  let text: string;
  try {
    text = decode(binary, source as BufferSource);
  } catch {
    return null;
  }
  const bytes = new Bytes(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = codeAt(text, at);
  return bytes;
}

/** The bytes of the first `data:` address; without one the text, of whose addresses the document's policy loads none. */
function readAddress(source: string): Uint8Array<ArrayBuffer> | string {
  const match = exec(DATA, source);
  if (match === null) return source;
  try {
    return fromBase64(match[1]!);
  } catch {
    return source;
  }
}
