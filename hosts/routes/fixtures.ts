import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatBatchId, formatWidgetId, isBundleHash } from "../../core/naming/mod.ts";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { ProblemError } from "./problem.ts";
import { unpackBundle } from "./unpack.ts";

/** Bundles in files named `<hash>.tckb` (lifecycle specification, §4). */
export interface Fixtures {
  /** The bytes of a bundle, or null when it is not a fixture. */
  read(hash: string): Promise<Uint8Array | null>;
  /** A morning brief of all bundles, with the date of the newest file; null when there are no bundles. */
  batch(): Promise<Batch | null>;
}

/** An empty set of fixtures. */
export const NO_FIXTURES: Fixtures = {
  read: () => Promise.resolve(null),
  batch: () => Promise.resolve(null),
};

/** The fixtures in a folder. */
export function createFolderFixtures(directory: string): Fixtures {
  return {
    // The hash was validated as 64 characters of base64url, so the path stays in the folder.
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

/** @throws {ProblemError} when the bytes do not have the hash in the name */
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
