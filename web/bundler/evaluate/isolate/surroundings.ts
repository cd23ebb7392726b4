import { captureOwnerStack } from "react";
import { findPlaces, type Place } from "./error_places.ts";

/** What a rendering can depend on besides its state, its size and its language. */
export interface Surroundings {
  /** The time of the clock, which stands still: milliseconds since 1970. */
  readonly now: number;
  /** An IANA name. */
  readonly zone: string;
  /** What its random numbers begin with. */
  readonly seed: number;
}

/** What a widget has read of its surroundings, and where. */
export interface Read {
  readonly of: "clock" | "random" | "zone";
  readonly places: readonly Place[];
}

/** Reads beyond this number have no place: finding it takes long. */
const MAX_PLACES = 200;

/** The surroundings that a widget has at the moment; null for those of the process. */
let fixed: Surroundings | null = null;
let random = 0;
let placed = 0;
let isIgnored = false;
let reads: Read[] = [];

// The widget may not replace them, but this file does.
const NativeDate = Date;
const { now: nativeNow } = Date;
const NativeDateTimeFormat = Intl.DateTimeFormat;
const { random: nativeRandom } = Math;

/** Gives the widget other surroundings, or with null those of the process again. Forgets what it has read. */
export function setSurroundings(next: Surroundings | null): void {
  fixed = next;
  random = next?.seed ?? 0;
  placed = 0;
  reads = [];
}

/** Where the widget has read its surroundings, in order, as far as that is known. */
export function listReads(): readonly Read[] {
  return reads;
}

/** Calls a function whose reads do not count. */
export function ignoreReads<Result>(call: () => Result): Result {
  const before = isIgnored;
  isIgnored = true;
  try {
    return call();
  } finally {
    isIgnored = before;
  }
}

/** Where the widget's code calls what is being executed, the innermost place first, and where the element is made that renders it. */
export function findCallers(): readonly Place[] {
  return ++placed > MAX_PLACES ? [] : [...findPlaces(new Error().stack), ...findPlaces(captureOwnerStack())];
}

function noteRead(of: Read["of"]): void {
  if (fixed === null || isIgnored) return;
  const places = findCallers();
  if (places.length > 0) reads.push({ of, places });
}

/** The time of the clock. */
export function readClock(): number {
  noteRead("clock");
  return fixed?.now ?? nativeNow();
}

/** A random number from 0 to below 1. In other surroundings the numbers are the same each time. */
export function readRandom(): number {
  noteRead("random");
  if (fixed === null) return nativeRandom();
  // mulberry32
  random = (random + 0x6d2b79f5) | 0;
  let mixed = Math.imul(random ^ (random >>> 15), 1 | random);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** Methods of a date that depend on the time zone of the process. */
const ZONED = [
  ..."getDate getDay getFullYear getHours getMinutes getMonth getTimezoneOffset getYear".split(" "),
  ..."toDateString toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString".split(" "),
] as (keyof Date & string)[];

/**
 * Replaces what leads a widget to the clock, to random numbers and to the time zone of the process. Called before the
 * language's own objects are locked.
 */
export function observeSurroundings(): void {
  Date.now = readClock;
  Math.random = readRandom;
  for (const name of ZONED) observeMethod(Date.prototype, name);
  const ObservedDate = new Proxy(NativeDate, {
    construct(target, args, newTarget) {
      if (args.length > 1) noteRead("zone");
      return Reflect.construct(target, args.length === 0 ? [readClock()] : args, newTarget);
    },
    apply: () => String(new NativeDate(readClock())),
  });
  Date.prototype.constructor = ObservedDate;
  globalThis.Date = ObservedDate;
  observeDateTimeFormat();
}

/** A format without a time zone of its own has that of the process, and one without a time the clock's. */
function observeDateTimeFormat(): void {
  const { prototype } = NativeDateTimeFormat;
  const { get } = Object.getOwnPropertyDescriptor(prototype, "format")!;
  const { formatToParts } = prototype;
  Object.defineProperty(prototype, "format", {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const format: (date?: Date | number) => string = get!.call(this);
      return (date?: Date | number) => format(date ?? readClock());
    },
  });
  prototype.formatToParts = function (date) {
    return formatToParts.call(this, date ?? readClock());
  };
  const observed = new Proxy(NativeDateTimeFormat, {
    construct(target, args, newTarget) {
      noteRead("zone");
      return Reflect.construct(target, args, newTarget);
    },
    apply(target, _this, args) {
      noteRead("zone");
      return new target(...args);
    },
  });
  prototype.constructor = observed;
  Intl.DateTimeFormat = observed;
}

function observeMethod(owner: object, name: string): void {
  const methods = owner as { [name: string]: (...args: unknown[]) => unknown };
  const method = methods[name]!;
  methods[name] = function (this: unknown, ...args: unknown[]) {
    noteRead("zone");
    return method.apply(this, args);
  };
}
