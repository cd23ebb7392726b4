import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatBatchId, isBundleHash } from "../../core/naming/mod.ts";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { readTckb } from "../../core/tckb/mod.ts";

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
  const files = (await readdir(directory)).filter((file) =>
    file.endsWith(".tckb") && isBundleHash(file.slice(0, -5))
  );
  if (files.length === 0) return null;
  const times = await Promise.all(
    files.map((file) => stat(join(directory, file)).then((info) => info.mtimeMs)),
  );
  const committedAt = new Date(Math.max(...times)).toISOString();
  const localDate = committedAt.slice(0, 10);
  const widgets = await Promise.all(
    files.sort().map((file, index) => readWidget(join(directory, file), index)),
  );
  return {
    batchId: formatBatchId(localDate, "morning_brief"),
    localDate,
    kind: "morning_brief",
    committedAt,
    widgets,
  };
}

async function readWidget(path: string, index: number): Promise<Widget> {
  const bytes = await readFile(path);
  const { hash, manifest } = await readTckb(bytes);
  return { id: `w_${String(index).padStart(26, "a")}`, manifest, bundle: { hash, size: bytes.byteLength } };
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
