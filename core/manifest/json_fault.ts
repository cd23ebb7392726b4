import { LIMITS } from "../contract/mod.ts";
import type { JsonPath } from "./json_path.ts";

/** What is wrong with a value that should be JSON. */
export interface JsonFault {
  readonly path: JsonPath;
  readonly message: string;
  /** The limit that is exceeded, if that is the reason. */
  readonly limit?: "depth" | "values";
}

/**
 * Finds the first reason why a value cannot be stored and sent as JSON without loss, or null.
 *
 * Besides what JSON lacks (functions, `NaN`, `undefined`), it rejects lone surrogates (UTF-8 has none), U+0000
 * (PostgreSQL's jsonb has none) and the key `__proto__` (an assignment would set the prototype). The depth and the number
 * of values are limited.
 *
 * @param limits of the depth and the bytes of the JSON
 * @param skipsUndefined whether a member whose value is `undefined` counts as absent, as for `JSON.stringify`
 */
export function findJsonFault(
  value: unknown,
  limits: JsonLimits = LIMITS,
  skipsUndefined: boolean = false,
): JsonFault | null {
  return visit(value, 1, { limits, skipsUndefined, values: 0, around: new Set() });
}

/** The maximum number of values is that of bytes: no value is shorter than a byte. */
type JsonLimits = { readonly jsonDepth: number; readonly manifestBytes: number };

interface Visit {
  readonly limits: JsonLimits;
  readonly skipsUndefined: boolean;
  /** The objects and arrays that the value is in. */
  readonly around: Set<object>;
  /** How many values were visited. */
  values: number;
}

function visit(value: unknown, depth: number, seen: Visit): JsonFault | null {
  const { jsonDepth, manifestBytes } = seen.limits;
  if (++seen.values > manifestBytes) return fault(`has more than ${manifestBytes} values`, "values");
  if (typeof value === "string") return visitText(value);
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : fault(`is ${value}, not a finite number`);
  }
  if (typeof value === "boolean" || value === null) return null;
  if (typeof value !== "object") return fault(`is of type ${typeof value}, which JSON cannot hold`);
  if (seen.around.has(value)) return fault("is a cycle: it is a part of itself");
  if (depth > jsonDepth) return fault(`is nested deeper than ${jsonDepth} levels`, "depth");
  seen.around.add(value);
  const found = Array.isArray(value) ? visitArray(value, depth, seen) : visitObject(value, depth, seen);
  seen.around.delete(value);
  return found;
}

function visitArray(items: readonly unknown[], depth: number, seen: Visit): JsonFault | null {
  for (let index = 0; index < items.length; index++) {
    const found = visit(items[index], depth + 1, seen);
    if (found !== null) return within(index, found);
  }
  return null;
}

function visitObject(object: object, depth: number, seen: Visit): JsonFault | null {
  if (!isPlain(object)) return fault("is neither a plain object nor an array");
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined && seen.skipsUndefined) continue;
    const found = visitKey(key) ?? visit(value, depth + 1, seen);
    if (found !== null) return within(key, found);
  }
  return null;
}

function visitKey(key: string): JsonFault | null {
  return key === "__proto__" ? fault("is a reserved name") : visitText(key);
}

function visitText(text: string): JsonFault | null {
  if (!text.isWellFormed()) return fault("has half of a surrogate pair");
  return text.includes("\u0000") ? fault("has the character U+0000") : null;
}

/** Another window may have created the object, so its prototype is not compared with `Object.prototype`. */
function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function fault(message: string, limit?: "depth" | "values"): JsonFault {
  return { path: [], message, ...(limit === undefined ? {} : { limit }) };
}

function within(key: string | number, inner: JsonFault): JsonFault {
  return { ...inner, path: [key, ...inner.path] };
}
