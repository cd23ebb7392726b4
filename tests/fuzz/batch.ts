import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import yauzl from "npm:yauzl@3.4.0";
import { listEntries, normaliseTckb, readEntry, readTckb, TckbUnpackError } from "../../core/tckb/mod.ts";
import { BAD_CASES } from "../../fixtures/tckb/bad_cases.ts";
import { GOOD_CASES } from "../../fixtures/tckb/good_cases.ts";
import { NODE_CODEC } from "../../hosts/zlib/mod.ts";
import { mutate, Random } from "./mutate.ts";

/** Limits for one input. */
export const CAPS = { milliseconds: 2_000, residentBytes: 1_073_741_824 } as const;

/** Larger inputs are skipped: mutating them is slow and covers nothing that smaller ones do not. */
const LARGEST_SEED_BYTES = 8_192;

/** The result of a batch. */
export interface BatchResult {
  readonly inputs: number;
  readonly accepted: number;
  /** How often each error occurred. */
  readonly codes: ReadonlyMap<string, number>;
}

/** Thrown for an input that violates a property of the reader. */
export class Violation extends Error {
  override readonly name = "Violation";

  readonly input: Uint8Array;

  constructor(input: Uint8Array, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.input = input;
  }
}

/**
 * Reads mutations of the fixtures; a seed determines them. For every input: only `TckbUnpackError` is thrown, all inflaters
 * give the same result, no limit is exceeded, and an accepted archive has the entries that yauzl reads.
 *
 * @throws {Violation} For the first input that violates one of these
 */
export async function runBatch(seed: number, rounds: number): Promise<BatchResult> {
  const good = await buildSeeds(GOOD_CASES);
  const all = [...good, ...await buildSeeds(BAD_CASES)];
  const random = new Random(seed);
  const codes = new Map<string, number>();
  let accepted = 0;
  for (let round = 0; round < rounds; round++) {
    const input = mutate(random.pick(random.below(4) === 0 ? all : good), random, random.pick(all));
    try {
      const code = await examine(input);
      if (code === null) accepted++;
      else codes.set(code, (codes.get(code) ?? 0) + 1);
    } catch (error) {
      throw new Violation(input, error);
    }
  }
  return { inputs: rounds, accepted, codes };
}

async function buildSeeds(
  cases: readonly { build: () => Uint8Array | Promise<Uint8Array> }[],
): Promise<Uint8Array[]> {
  const built = await Promise.all(cases.map((fixture) => fixture.build()));
  return built.filter((bytes) => bytes.length > 0 && bytes.length <= LARGEST_SEED_BYTES);
}

/** Returns the code of the error, or null for an input that is accepted. */
async function examine(input: Uint8Array): Promise<string | null> {
  const started = performance.now();
  const strict = await outcome(() => readTckb(input, NODE_CODEC));
  assert.deepEqual(await outcome(() => readTckb(input)), strict, "two inflaters give different results");
  const lenient = await outcome(async () => (await normaliseTckb(input, NODE_CODEC)).tckb);
  if ("hash" in strict) {
    assert(
      "hash" in lenient && lenient.hash === strict.hash,
      "the lenient reader rejects what the strict one accepts",
    );
    await compareWithYauzl(input);
  }
  const took = performance.now() - started;
  assert(
    took <= CAPS.milliseconds,
    `it took ${Math.round(took)} ms, at most ${CAPS.milliseconds} are allowed`,
  );
  const resident = process.memoryUsage.rss();
  assert(
    resident <= CAPS.residentBytes,
    `it used ${resident} bytes of memory, at most ${CAPS.residentBytes} are allowed`,
  );
  return "code" in strict ? strict.code : null;
}

async function outcome(read: () => Promise<{ hash: string }>): Promise<{ hash: string } | { code: string }> {
  try {
    return { hash: (await read()).hash };
  } catch (error) {
    if (error instanceof TckbUnpackError) return { code: error.code };
    throw error;
  }
}

async function compareWithYauzl(input: Uint8Array): Promise<void> {
  const archive = await yauzl.fromBufferPromise(Buffer.from(input), { strictFileNames: true });
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) {
    names.push(entry.fileName);
    const content = new Uint8Array(await buffer(await archive.openReadStreamPromise(entry)));
    assert.deepEqual(
      content,
      await readEntry(input, entry.fileName),
      `yauzl reads ${entry.fileName} differently`,
    );
  }
  assert.deepEqual(names, listEntries(input).map((entry) => entry.name), "yauzl lists other entries");
}
