import { LIMITS } from "../contract/mod.ts";

/** What is wrong with a value that should be JSON, and its path: property names and indexes from the root. */
export interface JsonFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Finds the first reason why a value cannot be stored and sent as JSON without loss, or null.
 *
 * Besides what JSON lacks (functions, `NaN`, `undefined`), it rejects lone surrogates (UTF-8 has none), U+0000
 * (PostgreSQL's jsonb has none) and the key `__proto__` (an assignment would set the prototype). The depth and the number
 * of values are limited, so cycles end too.
 */
export function findJsonFault(value: unknown): JsonFault | null {
  return visit(value, 1, { values: 0 });
}

function visit(value: unknown, depth: number, seen: { values: number }): JsonFault | null {
  if (++seen.values > LIMITS.manifestBytes) return fault(`holds more than ${LIMITS.manifestBytes} values`);
  if (typeof value === "string") return visitText(value);
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : fault(`${value} is not a finite number`);
  }
  if (typeof value === "boolean" || value === null) return null;
  if (typeof value !== "object") return fault(`a value of type ${typeof value} is not JSON`);
  if (depth > LIMITS.jsonDepth) return fault(`is nested deeper than ${LIMITS.jsonDepth} levels`);
  if (Array.isArray(value)) return visitArray(value, depth, seen);
  return isPlain(value) ? visitObject(value, depth, seen) : fault("is neither a plain object nor an array");
}

function visitArray(items: readonly unknown[], depth: number, seen: { values: number }): JsonFault | null {
  for (let index = 0; index < items.length; index++) {
    const found = visit(items[index], depth + 1, seen);
    if (found !== null) return within(index, found);
  }
  return null;
}

function visitObject(object: object, depth: number, seen: { values: number }): JsonFault | null {
  for (const [key, value] of Object.entries(object)) {
    const found = visitKey(key) ?? visit(value, depth + 1, seen);
    if (found !== null) return within(key, found);
  }
  return null;
}

function visitKey(key: string): JsonFault | null {
  return key === "__proto__" ? fault("is a reserved name") : visitText(key);
}

function visitText(text: string): JsonFault | null {
  if (!text.isWellFormed()) return fault("holds half of a surrogate pair");
  return text.includes("\u0000") ? fault("holds the character U+0000") : null;
}

/** A frame or another realm may have created the object, so its prototype is not compared with `Object.prototype`. */
function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function fault(message: string): JsonFault {
  return { path: [], message };
}

function within(key: string | number, inner: JsonFault): JsonFault {
  return { path: [key, ...inner.path], message: inner.message };
}
