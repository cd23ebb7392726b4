import { lockIntrinsics } from "./lock_intrinsics.ts";
import { observeSurroundings, readClock, readRandom } from "./surroundings.ts";

/** The globals of the language that a widget finds. */
const LANGUAGE = `
  AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity
  Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape
`;

/** The globals of the web platform that a widget finds as the runtime has them. */
const PLATFORM = `
  AbortController AbortSignal CustomEvent DOMException Event EventTarget TextDecoder TextEncoder URL URLSearchParams
  atob btoa clearInterval clearTimeout queueMicrotask structuredClone
`;

const ALLOWED = new Set<PropertyKey>(`${LANGUAGE} ${PLATFORM}`.trim().split(/\s+/));

/**
 * Leaves a widget the same globals on every runtime: those of the language and those of the web platform that loading and
 * rendering need. Everything else is deleted, the runtime's own API first of all.
 */
export function restrictGlobals(): void {
  const { setTimeout, setInterval, EventTarget } = globalThis;
  const isDeno = "Deno" in globalThis;
  for (const key of Reflect.ownKeys(globalThis)) {
    // By symbols, Deno makes its global object a target of events. Node's lead to its HTTP client.
    const isKept = typeof key === "symbol" ? isDeno : ALLOWED.has(key);
    if (!isKept) Reflect.deleteProperty(globalThis, key);
  }
  const target = new EventTarget();
  define({
    self: globalThis,
    console: createSilentConsole(),
    fetch: rejectFetch,
    navigator: { userAgent: "tck", language: "en-US", languages: ["en-US"], onLine: false },
    performance: { timeOrigin: 0, now: readClock, mark() {}, measure() {} },
    crypto: { getRandomValues, randomUUID },
    setTimeout: withoutThis(setTimeout),
    setInterval: withoutThis(setInterval),
  });
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const) {
    if (!(name in globalThis)) define({ [name]: target[name].bind(target) });
  }
  observeSurroundings();
  // The call sites of a stack lead to functions of the runtime.
  Object.defineProperty(Error, "prepareStackTrace", { get: () => undefined, set: () => {} });
  Object.defineProperty(globalThis, "Error", { writable: false, configurable: false });
  const globals = globalThis as unknown as { [name: string]: unknown };
  lockIntrinsics(
    [...ALLOWED].map((name) => globals[name as string]).filter((value) => typeof value === "function"),
  );
}

/** Calls a timer's callback without `this`, which is an object of the runtime. */
function withoutThis(
  start: (callback: () => void, delay?: number) => unknown,
): (callback: () => void, delay?: number, ...values: unknown[]) => number {
  return (callback: (...values: unknown[]) => void, delay, ...values) => {
    if (typeof callback !== "function") throw new TypeError("a timer needs a function");
    // In a browser a timer is a number. On Node it is an object, which leads to Node's own.
    return Number(start(() => callback(...values), delay));
  };
}

function define(properties: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/** Random bytes, which need not be unpredictable: nothing that is made here is kept. */
function getRandomValues<Values extends ArrayBufferView>(values: Values): Values {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = readRandom() * 256;
  return values;
}

function randomUUID(): string {
  const digits = Array.from(
    getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, "0"),
  );
  const text = digits.join("");
  const variant = "89ab"[Number.parseInt(text[16]!, 16) % 4];
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${
    text.slice(20)
  }`;
}

const CONSOLE_METHODS = `
  log info debug warn error trace assert dir dirxml table group groupCollapsed groupEnd time timeEnd timeLog count
  countReset clear
`;

function createSilentConsole(): { [name: string]: () => void } {
  return Object.fromEntries(CONSOLE_METHODS.trim().split(/\s+/).map((name) => [name, () => {}]));
}

function rejectFetch(): Promise<never> {
  return Promise.reject(new TypeError("fetch failed: there is no network while a widget is checked"));
}
