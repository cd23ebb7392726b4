import { structuredClone } from "./clone.ts";
import { keepFormatters } from "./formatters.ts";
import { AbortController, AbortSignal, CustomEvent, DOMException, Event, EventTarget } from "./events.ts";
import { atob, btoa, TextDecoder, TextEncoder } from "./text.ts";
import type { Timers } from "./timers.ts";
import { createUrlClasses, type ParseUrl } from "./urls.ts";

/**
 * Gives the realm that this runs in what a widget may look for while it loads and renders, and takes from it what would
 * outlive its evaluation, or is not the same on every runtime.
 */
export function furnishRealm(timers: Timers, parseUrl: ParseUrl): void {
  for (const name of ["SharedArrayBuffer", "Atomics", "WebAssembly", "Temporal"]) {
    Reflect.deleteProperty(globalThis, name);
  }
  define(globalThis, {
    self: globalThis,
    console: silentConsole(),
    ...timers.globals,
    queueMicrotask,
    structuredClone,
    atob,
    btoa,
    TextEncoder,
    TextDecoder,
    Event,
    CustomEvent,
    EventTarget,
    DOMException,
    AbortController,
    AbortSignal,
    FinalizationRegistry: IdleFinalizationRegistry,
    navigator: { userAgent: "tck", language: "en-US", languages: ["en-US"], onLine: false },
    performance: createPerformance(),
    crypto: { getRandomValues, randomUUID },
    fetch,
    ...createUrlClasses(parseUrl),
  });
  keepFormatters();
  // Places in the code are read from the text of a stack: no frame is handed out.
  Object.defineProperty(Error, "prepareStackTrace", { get: () => undefined, set: () => {} });
}

function define(target: object, properties: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/** What a widget prints while it is checked, nobody reads. */
function silentConsole(): { [name: string]: () => void } {
  const names = ["log", "info", "debug", "warn", "error", "trace", "assert", "dir", "table", "group"];
  const others = ["groupCollapsed", "groupEnd", "time", "timeEnd", "timeLog", "count", "countReset", "clear"];
  return Object.fromEntries([...names, ...others].map((name) => [name, () => {}]));
}

function queueMicrotask(callback: unknown): void {
  if (typeof callback !== "function") throw new TypeError("a microtask's callback is not a function");
  Promise.resolve().then(() => callback());
}

/** Clean-up is never certain to run; here it never does. */
class IdleFinalizationRegistry {
  register(): void {}
  unregister(): boolean {
    return false;
  }
}

function createPerformance() {
  const { now } = Date;
  const timeOrigin = now();
  return { timeOrigin, now: () => now() - timeOrigin, mark: () => {}, measure: () => {} };
}

function getRandomValues<View extends ArrayBufferView>(view: View): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Math.random() * 256;
  return view;
}

function randomUUID(): string {
  const bytes = getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6]! & 0x0F | 0x40;
  bytes[8] = bytes[8]! & 0x3F | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** There is no network. */
function fetch(): Promise<never> {
  return Promise.reject(new TypeError("fetch failed: there is no network while a widget is checked"));
}
