const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Encodes text as UTF-8. */
export class TextEncoder {
  readonly encoding = "utf-8";

  encode(text: unknown = ""): Uint8Array {
    const escaped = encodeURIComponent(`${text}`.toWellFormed());
    const bytes = escaped.replaceAll(
      /%([0-9A-F]{2})/g,
      (_, hex: string) => String.fromCharCode(parseInt(hex, 16)),
    );
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  }
}

/** Decodes UTF-8, the one encoding that a bundle's text has. */
export class TextDecoder {
  readonly encoding = "utf-8";
  readonly #isFatal: boolean;

  constructor(label: string = "utf-8", { fatal = false }: { fatal?: boolean } = {}) {
    if (!/^\s*(utf-?8|unicode-1-1-utf-8)\s*$/i.test(label)) {
      throw new RangeError(`The encoding label '${label}' is not supported`);
    }
    this.#isFatal = fatal;
  }

  get fatal(): boolean {
    return this.#isFatal;
  }

  decode(input: ArrayBuffer | ArrayBufferView = new Uint8Array()): string {
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    let text = "";
    for (let at = 0; at < bytes.length;) {
      const length = sequenceLength(bytes, at);
      if (length === 0 && this.#isFatal) throw new TypeError("The encoded data is not valid");
      text += length === 0 ? "\uFFFD" : decodeSequence(bytes, at, length);
      at += length || 1;
    }
    return text.replace(/^\uFEFF/, "");
  }
}

/** How many bytes the character at a place has; 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80
    ? 1
    : first < 0xC2
    ? 0
    : first < 0xE0
    ? 2
    : first < 0xF0
    ? 3
    : first < 0xF5
    ? 4
    : 0;
  for (let index = 1; index < length; index++) if ((bytes[at + index] ?? 0) >> 6 !== 2) return 0;
  if (length < 3) return length;
  const point = codePoint(bytes, at, length);
  const isSurrogate = point >= 0xD800 && point <= 0xDFFF;
  return point < (length === 3 ? 0x800 : 0x10000) || point > 0x10FFFF || isSurrogate ? 0 : length;
}

function decodeSequence(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCodePoint(length === 1 ? bytes[at]! : codePoint(bytes, at, length));
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  let point = bytes[at]! & (0xFF >> (length + 1));
  for (let index = 1; index < length; index++) point = point << 6 | bytes[at + index]! & 0x3F;
  return point;
}

/** Text of Latin-1 characters in base64. */
export function btoa(text: unknown): string {
  const characters = `${text}`;
  if (/[^\0-\xFF]/.test(characters)) throw new TypeError("The text has characters outside of Latin-1");
  let encoded = "";
  for (let at = 0; at < characters.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((index) => characters.charCodeAt(at + index)) as [number, number, number];
    const bits = a << 16 | (b || 0) << 8 | (c || 0);
    encoded += ALPHABET[bits >> 18]! + ALPHABET[bits >> 12 & 63]!;
    encoded += Number.isNaN(b)
      ? "=="
      : ALPHABET[bits >> 6 & 63]! + (Number.isNaN(c) ? "=" : ALPHABET[bits & 63]!);
  }
  return encoded;
}

/** The text that base64 stands for. */
export function atob(text: unknown): string {
  const characters = `${text}`.replaceAll(/[\t\n\f\r ]/g, "");
  const digits = characters.length % 4 === 0 ? characters.replace(/==?$/, "") : characters;
  if (digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) throw new TypeError("The text is not base64");
  let decoded = "";
  let bits = 0;
  for (let at = 0; at < digits.length; at++) {
    bits = (bits << 6 | ALPHABET.indexOf(digits[at]!)) & 0xFFFFFF;
    if (at % 4 > 0) decoded += String.fromCharCode(bits >> (6 - at % 4 * 2) & 0xFF);
  }
  return decoded;
}
