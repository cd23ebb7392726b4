import type { JsonPath } from "../manifest/json_path.ts";

/** A fault of a JSON text that its parsed value does not show. */
export type StructuralFault =
  | { readonly kind: "depth" }
  | { readonly kind: "values" }
  | { readonly kind: "key"; readonly path: JsonPath; readonly key: string }
  | { readonly kind: "number"; readonly path: JsonPath; readonly source: string };

/** The part of a string that the search uses; tests count the characters that it reads. */
export type JsonText = Pick<string, "length" | "charCodeAt" | "indexOf" | "slice">;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds nesting that could overflow a parser's stack, a key that occurs twice in an object, or a number that a double does
 * not hold. The text may be invalid JSON. It is read in one pass, so that the time is linear in its length.
 *
 * @param maxValues more objects, arrays and commas end the search: parsed, each takes many times the memory of its text
 */
export function findStructuralFault(
  text: JsonText,
  maxDepth: number,
  maxValues: number = Infinity,
): StructuralFault | null {
  let values = 1;
  const position = new Position();
  let fault: StructuralFault | null = null;
  let keyStart = -1;
  let keyEnd = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      keyStart = at + 1;
      keyEnd = at = findStringEnd(text, at);
    } else if (code === COLON) {
      if (keyStart >= 0) fault ??= position.enterKey(unescape(text.slice(keyStart, keyEnd)));
      keyStart = -1; // a second colon is invalid JSON; a long key must not be read again for it
    } else if (code === COMMA) {
      if (++values > maxValues) return { kind: "values" };
      position.enterNextItem();
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (++values > maxValues) return { kind: "values" };
      if (position.open(code === OPEN_OBJECT) > maxDepth) return { kind: "depth" };
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      position.close();
    } else if (isDigit(code) || code === MINUS) {
      const end = findNumberEnd(text, at);
      const source = text.slice(at, end);
      if (!isExactNumber(source)) fault ??= { kind: "number", path: position.path(), source };
      at = end - 1;
    }
  }
  return fault;
}

/** Where the search is: the containers around the current value. */
class Position {
  /** The current key or index of each container, and the keys of an object so far. */
  readonly #containers: { key: string | number; readonly keys: Set<string> | null }[] = [];

  path(depth = this.#containers.length): JsonPath {
    return this.#containers.slice(0, depth).map(({ key }) => key);
  }

  /** Enters an object or an array. Returns the depth. */
  open(isObject: boolean): number {
    return this.#containers.push(isObject ? { key: "", keys: new Set() } : { key: 0, keys: null });
  }

  close(): void {
    this.#containers.pop();
  }

  /** Goes to a property's value. Returns a fault if the object has the key already. */
  enterKey(key: string): StructuralFault | null {
    const container = this.#containers.at(-1);
    if (!container?.keys) return null;
    // V8 hashes a text of digits alone by its number, without a seed: 49,000 chosen keys would take 10 s.
    const hashed = `"${key}`;
    if (container.keys.has(hashed)) return { kind: "key", path: this.path(this.#containers.length - 1), key };
    container.keys.add(hashed);
    container.key = key;
    return null;
  }

  /** Goes to an array's next item. */
  enterNextItem(): void {
    const container = this.#containers.at(-1);
    if (typeof container?.key === "number") container.key++;
  }
}

/** The offset of a string's closing quote, or the text's length without one. */
function findStringEnd(text: JsonText, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    // An odd number of backslashes escapes the quote.
    if ((at - escapes) % 2 === 0) return at;
  }
  return text.length;
}

function findNumberEnd(text: JsonText, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a character is one of `0-9 . + - e E`. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || (code | 0x20) === 0x65;
}

/** Resolves the escapes of a key: `a` and `\\u0061` are the same one. */
function unescape(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return key;
  }
}

/** The most decimal digits that a double keeps: a number with no more of them is read and written without a change. */
const SAFE_DIGITS = 15;
/** The longest integer that a double holds, in digits. */
const MAX_INTEGER_DIGITS = 309;

/**
 * Whether a double holds a JSON number: it is an integer that the double equals, or the shortest decimal that is read as
 * this double. So `0.1`, `1e23` and `1152921504606846976` are exact, `9007199254740993` and `1e400` are not.
 *
 * @param source The number as it is written
 */
export function isExactNumber(source: string): boolean {
  if (source.length <= SAFE_DIGITS && !/[eE]/.test(source)) return true;
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  const decimal = toDecimal(source);
  if (isSameDecimal(decimal, toDecimal(String(value)))) return true;
  return Number.isInteger(value) && decimal.digits.length <= MAX_INTEGER_DIGITS &&
    isSameDecimal(decimal, toDecimal(String(BigInt(value))));
}

/** A number as digits × 10^exponent, without leading and trailing zeros in the digits. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function toDecimal(source: string): Decimal {
  const [mantissa, exponent = "0"] = source.replace("-", "").split(/e/i) as [string, string?];
  const [whole, fraction = ""] = mantissa.split(".") as [string, string?];
  const digits = whole + fraction;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  let start = 0;
  while (start < end && digits[start] === "0") start++;
  if (start === end) return { digits: "", exponent: 0 };
  return {
    digits: digits.slice(start, end),
    exponent: Number(exponent) - fraction.length + digits.length - end,
  };
}

function isSameDecimal(one: Decimal, other: Decimal): boolean {
  return one.digits === other.digits && one.exponent === other.exponent;
}
