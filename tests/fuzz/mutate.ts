/** A pseudo-random number generator with a seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** One of the items. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}

type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const BOUNDARIES = [
  0,
  1,
  2,
  0x7f,
  0x80,
  0xff,
  0x7fff,
  0x8000,
  0xffff,
  0x7fffffff,
  0x80000000,
  0xfffffffe,
  0xffffffff,
];

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setNumber,
  nudgeNumber,
  nudgeNumber,
  removeRange,
  insertRange,
  copyRange,
  splice,
];

/** Returns a copy of the bytes with one or a few mutations. */
export function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let mutated: Uint8Array = bytes.slice();
  for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left--) {
    if (mutated.length > 0) mutated = random.pick(MUTATIONS)(mutated, random, other);
  }
  return mutated;
}

function flipBit(bytes: Uint8Array, random: Random): Uint8Array {
  bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
  return bytes;
}

/** Sets a number of 8, 16 or 32 bits near a record's signature to a boundary value. */
function setNumber(bytes: Uint8Array, random: Random): Uint8Array {
  return writeNumber(bytes, findField(bytes, random), random.pick([1, 2, 4]), random.pick(BOUNDARIES));
}

/** Adds a small positive or negative number to a number near a record's signature. */
function nudgeNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const at = findField(bytes, random);
  return writeNumber(bytes, at, 1, (bytes[at] ?? 0) + random.below(9) - 4);
}

/** An offset, usually within the fixed fields of a record. */
function findField(bytes: Uint8Array, random: Random): number {
  const start = random.below(bytes.length);
  const signature = bytes.findIndex((byte, at) => at >= start && byte === 0x50 && bytes[at + 1] === 0x4b);
  return signature < 0 ? start : Math.min(signature + 4 + random.below(52), bytes.length - 1);
}

function writeNumber(bytes: Uint8Array, at: number, length: number, value: number): Uint8Array {
  for (let index = 0; index < length && at + index < bytes.length; index++) {
    bytes[at + index] = Math.floor(value / 2 ** (8 * index)) & 0xff;
  }
  return bytes;
}

function removeRange(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random.below(bytes.length);
  return concat(bytes.subarray(0, start), bytes.subarray(start + 1 + random.below(40)));
}

function insertRange(bytes: Uint8Array, random: Random): Uint8Array {
  const start = random.below(bytes.length + 1);
  const inserted = Uint8Array.from({ length: 1 + random.below(40) }, () => random.below(256));
  return concat(bytes.subarray(0, start), inserted, bytes.subarray(start));
}

/** Inserts a copy of a range elsewhere. */
function copyRange(bytes: Uint8Array, random: Random): Uint8Array {
  const from = random.below(bytes.length);
  const to = random.below(bytes.length + 1);
  const part = bytes.subarray(from, from + 1 + random.below(120));
  return concat(bytes.subarray(0, to), part, bytes.subarray(to));
}

/** Joins the beginning of the bytes and the end of others. */
function splice(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  return concat(
    bytes.subarray(0, random.below(bytes.length + 1)),
    other.subarray(random.below(other.length + 1)),
  );
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}
