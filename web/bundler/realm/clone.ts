import { DOMException } from "./events.ts";

type Constructor = new (...values: never[]) => object;

/** Copies data as `structuredClone` does, circles included; functions and symbols are no data. */
export function structuredClone(value: unknown): unknown {
  return clone(value, new Map());
}

function clone(value: unknown, known: Map<object, object>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new DOMException(`${String(value).slice(0, 80)} could not be cloned`, "DataCloneError");
  }
  if (typeof value !== "object" || value === null) return value;
  const copy = known.get(value);
  return copy ?? cloneObject(value, known);
}

function cloneObject(value: object, known: Map<object, object>): object {
  const remember = <Copy extends object>(copy: Copy): Copy => {
    known.set(value, copy);
    return copy;
  };
  if (value instanceof Date) return remember(new Date(value));
  if (value instanceof RegExp) return remember(new RegExp(value));
  if (value instanceof ArrayBuffer) return remember(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    const buffer = clone(value.buffer, known) as ArrayBuffer;
    const View = value.constructor as Constructor;
    const length = "length" in value ? value.length : value.byteLength;
    return remember(Reflect.construct(View, [buffer, value.byteOffset, length]));
  }
  if (value instanceof Map) {
    const copy = remember(new Map());
    for (const [key, item] of value) copy.set(clone(key, known), clone(item, known));
    return copy;
  }
  if (value instanceof Set) {
    const copy = remember(new Set());
    for (const item of value) copy.add(clone(item, known));
    return copy;
  }
  if (value instanceof Error) return remember(new Error(value.message, { cause: value.cause }));
  const copy = remember<{ [key: string]: unknown } | unknown[]>(
    Array.isArray(value) ? new Array(value.length) : {},
  );
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: clone(item, known),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return copy;
}
