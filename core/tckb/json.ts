import { ENTRY_NAMES, LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { findJsonFault } from "../manifest/json_fault.ts";
import { formatJsonPath } from "../manifest/json_path.ts";
import { type JsonObject, type JsonValue, stringifyJson } from "../manifest/mod.ts";
import type { TckbErrorCode } from "./errors.ts";
import { rejectEntry, TckbUnpackError } from "./errors.ts";
import { findStructuralFault, type StructuralFault } from "./json_structure.ts";
import type { TckbLimits } from "./limits.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON entry that must contain one object which every parser, database and script reads alike: well-formed UTF-8
 * without a byte order mark, no key twice, no `__proto__`, no U+0000, no lone surrogate, no number that a double does not
 * hold, and within the limits of size and depth.
 *
 * @param name The entry's name
 * @param malformed The code of the error, unless a limit is exceeded
 */
export function parseJsonEntry(
  name: string,
  bytes: Uint8Array,
  malformed: TckbErrorCode,
  limits: TckbLimits,
): JsonObject {
  const reject = (reason: string, code = malformed): TckbUnpackError => rejectEntry(code, name, reason);
  const maxBytes = name === ENTRY_NAMES.manifest ? limits.manifestBytes : limits.recordBytes;
  if (bytes.length > maxBytes) {
    const reason = `it has ${bytes.length} bytes, at most ${maxBytes} are allowed`;
    throw reject(reason, "limit.manifest_bytes");
  }
  const text = decode(bytes, reject);
  const fault = findStructuralFault(text, limits.jsonDepth, limits.jsonValues);
  if (fault?.kind === "values") {
    throw reject(`it has more than ${limits.jsonValues} values`, "limit.manifest_bytes");
  }
  if (fault?.kind === "depth") {
    throw reject(`it is nested deeper than ${limits.jsonDepth} levels`, "limit.json_depth");
  }
  const value = parse(text, reject);
  const root = name.replace(/\.json$/, "");
  if (fault) throw reject(explainFault(root, fault));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw reject("it is not a JSON object");
  }
  const valueFault = mayHaveValueFault(text) ? findJsonFault(value, limits) : null;
  if (valueFault) throw reject(`${formatJsonPath(root, valueFault.path)} ${valueFault.message}`);
  return value;
}

const LIMIT_CODES = { depth: "limit.json_depth", values: "limit.manifest_bytes" } as const;

/** Serialises a JSON entry that has no fault. */
export function encodeJsonEntry(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(stringifyJson(value));
}

/**
 * Serialises an object of a caller: what JSON has not, such as `NaN`, a bigint or a cycle, would be lost or end in an error
 * without a place.
 *
 * @param name The entry's name
 * @param malformed The code of the error, unless a limit is exceeded
 * @throws {TckbUnpackError} `malformed`, `limit.json_depth`, `limit.manifest_bytes`
 */
export function encodeGivenEntry(
  name: string,
  value: object,
  malformed: TckbErrorCode,
): Uint8Array<ArrayBuffer> {
  const fault = findJsonFault(value, LIMITS, true);
  if (fault === null) return encodeJsonEntry(value);
  const place = formatJsonPath(name.replace(/\.json$/, ""), fault.path);
  const code = fault.limit === undefined ? malformed : LIMIT_CODES[fault.limit];
  throw new TckbUnpackError(code, `Cannot write entry ${quote(name)}: ${place} ${fault.message}`);
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

function explainFault(
  root: string,
  fault: Exclude<StructuralFault, { kind: "depth" } | { kind: "values" }>,
): string {
  const place = formatJsonPath(root, fault.path);
  return fault.kind === "key"
    ? `${place} has the key ${quote(fault.key)} twice`
    : `${place} is ${shorten(fault.source)}, which a double does not hold exactly`;
}

function shorten(source: string): string {
  return source.length > 80 ? `${source.slice(0, 80)}…` : source;
}

/** UTF-8 and JSON allow neither U+0000 nor a lone surrogate except as an escape. */
function mayHaveValueFault(text: string): boolean {
  return text.includes("\\u") || text.includes("__proto__");
}
