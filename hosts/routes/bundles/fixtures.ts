import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatBatchId, formatWidgetId, isBundleHash } from "../../../core/naming/mod.ts";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import type { Batch, Widget } from "../../../core/feed/mod.ts";
import { readTckb, type Tckb } from "../../../core/tckb/mod.ts";
import { type Log, ProblemError } from "../http/problem.ts";
import { unpackBundle } from "./unpack.ts";

/** Bundles in files named `<hash>.tckb` (lifecycle specification, §4). */
export interface Fixtures {
  /** The bytes of a bundle, or null when it is not a fixture. */
  read(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** A morning brief of all valid bundles, with the date of the newest one; null when there are none. */
  batch(): Promise<Batch | null>;
}

/** An empty set of fixtures. */
export const NO_FIXTURES: Fixtures = {
  read: () => Promise.resolve(null),
  batch: () => Promise.resolve(null),
};

/**
 * The fixtures in a folder. An invalid one is omitted from the batch and logged, so that the others are still listed.
 */
export function createFolderFixtures(directory: string, log: Log): Fixtures {
  return {
    // The hash was validated as 64 characters of base64url, so the path stays in the folder.
    read: (hash) => readFile(join(directory, `${hash}.tckb`)).catch(ignoreMissing),
    batch: () => readBatch(directory, log),
  };
}

/**
 * The fixtures that a function makes, when the first one is asked for. A failure is not kept: the next request makes them
 * again.
 *
 * @param build makes the envelopes, in the order of their cards
 */
export function createBuiltFixtures(
  build: () => Promise<readonly Uint8Array<ArrayBuffer>[]>,
  now: () => number,
): Fixtures {
  let built: Promise<ReadonlyMap<string, BuiltFixture>> | undefined;
  const load = async () => {
    built ??= readBuilt(build, now());
    try {
      return await built;
    } catch (error) {
      built = undefined;
      throw error;
    }
  };
  return {
    read: async (hash) => (await load()).get(hash)?.envelope ?? null,
    batch: async () => await createBatch([...(await load()).values()]),
  };
}

interface BuiltFixture extends Fixture {
  envelope: Uint8Array<ArrayBuffer>;
}

async function readBuilt(
  build: () => Promise<readonly Uint8Array<ArrayBuffer>[]>,
  modifiedAt: number,
): Promise<Map<string, BuiltFixture>> {
  const fixtures = (await build()).map(async (envelope) => {
    const tckb = await readTckb(envelope);
    return [tckb.hash, { tckb, size: envelope.byteLength, modifiedAt, envelope }] as const;
  });
  return new Map(await Promise.all(fixtures));
}

async function readBatch(directory: string, log: Log): Promise<Batch | null> {
  const names = await readdir(directory).catch(ignoreMissing) ?? [];
  const hashes = names.filter((name) => name.endsWith(".tckb")).map((name) => name.slice(0, -".tckb".length))
    .filter(isBundleHash).sort();
  const read = await Promise.all(hashes.map((hash) => readFixture(directory, hash, log)));
  return await createBatch(read.filter((fixture) => fixture !== null));
}

async function createBatch(fixtures: readonly Fixture[]): Promise<Batch | null> {
  if (fixtures.length === 0) return null;
  const committedAt = new Date(Math.max(...fixtures.map(({ modifiedAt }) => modifiedAt))).toISOString();
  const localDate = committedAt.slice(0, 10);
  return {
    batchId: formatBatchId(localDate, "morning_brief"),
    localDate,
    kind: "morning_brief",
    committedAt,
    widgets: await Promise.all(fixtures.map((fixture) => createWidget(fixture, localDate))),
  };
}

interface Fixture {
  tckb: Tckb;
  /** The size of its envelope, in bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/** Reads a fixture; null if it is invalid, which is logged. */
async function readFixture(directory: string, hash: string, log: Log): Promise<Fixture | null> {
  const path = join(directory, `${hash}.tckb`);
  try {
    const bytes = await readFile(path);
    const tckb = await unpackBundle(bytes, hash);
    return { tckb, size: bytes.byteLength, modifiedAt: (await stat(path)).mtimeMs };
  } catch (error) {
    const reason = error instanceof ProblemError ? error.detail : errorMessage(error);
    const message = `Cannot list fixture ${quote(`${hash}.tckb`)}: ${reason}`;
    log({ event: "fixture_skipped", level: "warning", message, fileName: `${hash}.tckb` });
    return null;
  }
}

async function createWidget({ tckb, size }: Fixture, localDate: string): Promise<Widget> {
  const { hash, manifest, manifestBytes } = tckb;
  const identity = { userId: "fixtures", localDate, kind: "morning_brief", name: "001_fixture" };
  const id = await formatWidgetId({ ...identity, bundleHash: hash, manifestBytes });
  return { id, manifest, bundle: { hash, size } };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
