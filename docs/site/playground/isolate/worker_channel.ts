/**
 * What an isolate's program finds in a worker in place of a process: its channel. It is in front of the program, in one script.
 *
 * @module
 */
import { CHANNEL, type Channel } from "../../../../web/bundler/evaluate/isolate/mod.ts";
import { emulateZones, setZone } from "./emulated_zone.ts";

/** The global object of a worker. */
interface WorkerScope {
  postMessage(message: unknown): void;
  close(): void;
}

/** As browsers have it: a timer is a number. */
type StartTimer = (callback: () => void, delay?: number) => number;

const scope = globalThis as unknown as WorkerScope;
const send = scope.postMessage.bind(globalThis);
const exit = scope.close.bind(globalThis);
const listen = globalThis.addEventListener.bind(globalThis);
const start = globalThis.setTimeout.bind(globalThis) as unknown as StartTimer;

const line = new Promise<string>((resolve) => {
  listen("message", (event) => resolve((event as MessageEvent<string>).data), { once: true });
});

const channel: Channel = {
  readLine: () => line,
  writeLine: send,
  onUncaught(listener) {
    listen("error", (event) => {
      event.preventDefault();
      listener((event as ErrorEvent).error);
    });
    listen("unhandledrejection", (event) => {
      event.preventDefault();
      listener((event as PromiseRejectionEvent).reason);
    });
  },
  onIdle: (listener) => void waitForIdle(listener),
  setZone,
  lock: removeInterfaces,
  exit,
};

emulateZones();
const timers = countTimers();
Object.assign(globalThis, { [CHANNEL]: channel });

/** Between two tasks without a timer, nothing is left that could settle a promise: a widget has no other events. */
function waitForIdle(listener: () => void): void {
  start(() => timers.size === 0 ? listener() : start(() => waitForIdle(listener), 20));
}

/** The timers that have not ended. */
function countTimers(): ReadonlySet<number> {
  const pending = new Set<number>();
  const repeat = globalThis.setInterval.bind(globalThis) as unknown as StartTimer;
  const end = globalThis.clearTimeout.bind(globalThis);
  const clear = (timer?: number) => {
    pending.delete(timer!);
    end(timer);
  };
  const count = (timer: number) => {
    pending.add(timer);
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, delay?: number) => {
      const timer = start(() => {
        pending.delete(timer);
        callback();
      }, delay);
      return count(timer);
    },
    setInterval: (callback: () => void, delay?: number) => count(repeat(callback, delay)),
    clearTimeout: clear,
    clearInterval: clear,
  });
  return pending;
}

/** What a widget finds of a worker's interfaces. Those of the language are the global object's own. */
const KEPT = ["atob", "btoa", "queueMicrotask", "structuredClone"];

/** Removes what a worker inherits from its interfaces: messages, requests, scripts, storage and its address. */
function removeInterfaces(): void {
  for (
    let interfaces = Object.getPrototypeOf(globalThis);
    interfaces !== EventTarget.prototype && interfaces !== Object.prototype;
    interfaces = Object.getPrototypeOf(interfaces)
  ) {
    for (const key of Reflect.ownKeys(interfaces)) {
      if (!KEPT.includes(key as string)) Reflect.deleteProperty(interfaces, key);
    }
  }
}
