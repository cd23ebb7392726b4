import { quote } from "../errors/mod.ts";
import { TckbUnpackError } from "./errors.ts";
import type { TckbErrorCode } from "./errors.ts";
import type { TckbLimits } from "./limits.ts";
import type { JsonObject, JsonValue } from "../manifest/mod.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON entry that must hold one object, and mean the same to every parser, database and script that meets it:
 * well-formed UTF-8 without a byte order mark, no key twice, no `__proto__`, no U+0000, no lone surrogate, no number
 * beyond a double's range, not too deep and not too long.
 */
export function parseJsonEntry(
  name: string,
  bytes: Uint8Array,
  malformed: TckbErrorCode,
  limits: TckbLimits,
): JsonObject {
  const reject = (reason: string, code = malformed): TckbUnpackError =>
    new TckbUnpackError(code, `Cannot read entry ${quote(name)}: ${reason}`);
  if (bytes.length > limits.manifestBytes) {
    const reason = `it has ${bytes.length} bytes, at most ${limits.manifestBytes} are allowed`;
    throw reject(reason, "limit.manifest_bytes");
  }
  const text = decode(bytes, reject);
  const fault = findStructuralFault(text, limits.jsonDepth);
  if (fault === "depth") {
    throw reject(`it is nested deeper than ${limits.jsonDepth} levels`, "limit.json_depth");
  }
  const value = parse(text, reject);
  if (fault) throw reject(`key ${quote(fault.duplicateKey)} is there twice in one object`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw reject("it is not a JSON object");
  }
  const reason = findValueFault(value, text.includes("\\u") || text.includes("__proto__"));
  if (reason) throw reject(reason);
  return value;
}

/** A JSON entry's bytes: what `JSON.stringify` writes, in UTF-8. */
export function encodeJsonEntry(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function decode(bytes: Uint8Array, reject: (reason: string) => TckbUnpackError): string {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw reject("it is not valid UTF-8");
  }
  if (text.startsWith("\ufeff")) throw reject("it starts with a byte order mark");
  return text;
}

function parse(text: string, reject: (reason: string) => TckbUnpackError): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    throw reject("it is not valid JSON");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds what is lost once JSON is parsed: keys that are there twice, and nesting so deep that a parser's own stack could
 * give out. The text may be no JSON at all; the parser says so afterwards.
 */
function findStructuralFault(text: string, maximumDepth: number): "depth" | { duplicateKey: string } | null {
  const open: (Set<string> | null)[] = [];
  let keys = null as Set<string> | null;
  let duplicate = null as { duplicateKey: string } | null;
  let stringStart = 0;
  let stringEnd = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        stringStart = at;
        stringEnd = at = findStringEnd(text, at);
        break;
      case 0x3a: { // ":" follows a key
        const key = unescape(text.slice(stringStart + 1, stringEnd));
        const before = keys?.size;
        if (keys?.add(key).size === before) duplicate ??= { duplicateKey: key };
        break;
      }
      case 0x7b: // "{"
      case 0x5b: // "["
        if (open.push(keys) > maximumDepth) return "depth";
        keys = text.charCodeAt(at) === 0x7b ? new Set() : null;
        break;
      case 0x7d: // "}"
      case 0x5d: // "]"
        keys = open.pop() ?? null;
    }
  }
  return duplicate;
}

function findStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    // An even number of backslashes stand for themselves; an odd one escapes the quote.
    if ((at - escapes) % 2 === 0) return at;
  }
  return text.length;
}

/** One key can be written in several ways, as `a` and `\\u0061`. */
function unescape(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return key;
  }
}

/**
 * Finds what parsed JSON may not hold. Texts and keys need a look only where the source has an escaped character or the
 * reserved key in it, as UTF-8 and JSON allow neither U+0000 nor a lone surrogate in another way.
 */
function findValueFault(value: JsonValue, lookAtTexts: boolean): string | null {
  if (typeof value === "string") return lookAtTexts ? findTextFault(value) : null;
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : "it has a number beyond the range of a double";
  }
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) {
    for (const item of value) {
      const fault = findValueFault(item, lookAtTexts);
      if (fault) return fault;
    }
    return null;
  }
  for (const key in value) {
    const fault = (lookAtTexts ? findKeyFault(key) : null) ?? findValueFault(value[key]!, lookAtTexts);
    if (fault) return fault;
  }
  return null;
}

function findKeyFault(key: string): string | null {
  return key === "__proto__" ? `it has the key "__proto__"` : findTextFault(key);
}

function findTextFault(text: string): string | null {
  if (text.includes("\u0000")) return "it has the character U+0000";
  return text.isWellFormed() ? null : "it has half of a surrogate pair";
}
