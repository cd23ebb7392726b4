import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatBatchId, formatWidgetId, isBundleHash } from "../../core/naming/mod.ts";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { ProblemError } from "./problem.ts";
import { unpackBundle } from "./unpack.ts";

/** Bundles on disk, in files named `<hash>.tckb` (lifecycle specification, §4). */
export interface Fixtures {
  /** The bytes of a bundle, or null when there is no such file. */
  read(hash: string): Promise<Uint8Array | null>;
  /** One morning brief of all bundles, dated by the newest file, or null when there are none. */
  batch(): Promise<Batch | null>;
}

/** No fixtures at all. */
export const NO_FIXTURES: Fixtures = {
  read: () => Promise.resolve(null),
  batch: () => Promise.resolve(null),
};

/** The fixtures of a folder. */
export function directoryFixtures(directory: string): Fixtures {
  return {
    // The hash has been checked to be 64 characters of base64url: it cannot leave the folder.
    read: (hash) => readFile(join(directory, `${hash}.tckb`)).catch(ignoreMissing),
    batch: () => readBatch(directory),
  };
}

async function readBatch(directory: string): Promise<Batch | null> {
  const names = await readdir(directory).catch(ignoreMissing) ?? [];
  const hashes = names.filter((name) => name.endsWith(".tckb")).map((name) => name.slice(0, -".tckb".length))
    .filter(isBundleHash).sort();
  if (hashes.length === 0) return null;
  const times = await Promise.all(
    hashes.map((hash) => stat(join(directory, `${hash}.tckb`)).then((info) => info.mtimeMs)),
  );
  const committedAt = new Date(Math.max(...times)).toISOString();
  const localDate = committedAt.slice(0, 10);
  const widgets = await Promise.all(hashes.map((hash) => readWidget(directory, hash, localDate)));
  return {
    batchId: formatBatchId(localDate, "morning_brief"),
    localDate,
    kind: "morning_brief",
    committedAt,
    widgets,
  };
}

/** @throws {ProblemError} naming the fixture that is not what its name says */
async function readWidget(directory: string, hash: string, localDate: string): Promise<Widget> {
  const bytes = await readFile(join(directory, `${hash}.tckb`));
  const { manifest, manifestBytes } = await unpackBundle(bytes, hash).catch((error) => {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.code, `Cannot list fixture "${hash}.tckb": ${error.detail}`, {
      cause: error,
    });
  });
  const identity = { userId: "fixtures", localDate, kind: "morning_brief", name: "001_fixture" };
  const id = await formatWidgetId({ ...identity, bundleHash: hash, manifestBytes });
  return { id, manifest, bundle: { hash, size: bytes.byteLength } };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
