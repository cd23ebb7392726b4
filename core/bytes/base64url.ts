import { BytesError } from "./errors.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]));

/**
 * Encodes bytes as base64url (RFC 4648, §5) without padding, the form of a bundle hash (lifecycle specification, §2).
 *
 * @example
 * ```ts
 * import { encodeBase64Url } from "@tck/tckb";
 * encodeBase64Url(new Uint8Array([251, 255])); // "-_8"
 * ```
 */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const characters = Math.min(4, bytes.length - at + 1);
    for (let index = 0; index < characters; index++) text += ALPHABET[(group >>> (18 - 6 * index)) & 63];
  }
  return text;
}

/**
 * Decodes base64url. Only the form that {@linkcode encodeBase64Url} writes is accepted: no padding, no white space, no
 * `+` or `/`, and the unused bits of the last character are zero.
 *
 * @throws {BytesError} `base64url.invalid`
 *
 * @example
 * ```ts
 * import { decodeBase64Url } from "@tck/tckb";
 * decodeBase64Url("-_8"); // Uint8Array [251, 255]
 * ```
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor(text.length * 3 / 4));
  let group = 0;
  let bits = 0;
  let length = 0;
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) throw invalid(`a character outside A–Z, a–z, 0–9, "-" and "_"`);
    group = ((group << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = group >>> bits;
  }
  if (bits === 6) throw invalid(`an impossible length of ${text.length} characters`);
  if ((group & ((1 << bits) - 1)) !== 0) throw invalid("unused bits that are not zero");
  return bytes;
}

function invalid(reason: string): BytesError {
  return new BytesError("base64url.invalid", `Cannot decode base64url: it has ${reason}`);
}
