import type { CommitPlan, LogEvent, PlannedPut } from "../../core/commit/mod.ts";
import { describeCollision, prepareBundle } from "../../core/commit/mod.ts";
import type { BundleFile, ObjectStore } from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/naming/mod.ts";
import { CommitError } from "./errors.ts";
import { packSource } from "./source_archive.ts";
import type { Workspace } from "./workspace.ts";

/** How many objects are on their way to the store at once: each is in memory meanwhile. */
const PARALLEL_PUTS = 4;

/** What writing needs. */
export interface WriteContext {
  readonly objects: ObjectStore;
  readonly workspace: Workspace;
  readonly log: (event: LogEvent) => void;
  readonly onWritten: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes the objects of a plan (lifecycle specification, B.2 step 2): always, whether or not the key exists, because a
 * sweep may be about to delete what exists. A source that cannot be written is reported and left out.
 *
 * @returns The keys that were written
 * @throws {CommitError} `commit.bundle_changed`, `commit.write_failed`, `commit.aborted`
 */
export async function writeObjects(plan: CommitPlan, context: WriteContext): Promise<Set<string>> {
  const written = new Set<string>();
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const waiting = plan.puts.values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const put of waiting) {
      if (signal.aborted) return;
      if (await writeObject(put, { ...context, signal })) written.add(put.key);
      context.onWritten(++done, plan.puts.length);
    }
  };
  // Every put has ended before a failure is told, so that nothing of this commit is still being written afterwards.
  await Promise.all(
    Array.from({ length: PARALLEL_PUTS }, () => work().catch((error) => failure.abort(error))),
  );
  throwIfAborted(context.signal);
  failure.signal.throwIfAborted();
  return written;
}

/** @throws {CommitError} `commit.aborted` */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new CommitError("commit.aborted", "Cannot commit: it was given up", { cause: signal.reason });
  }
}

async function writeObject(put: PlannedPut, context: WriteContext): Promise<boolean> {
  const bytes = await readPut(put, context);
  if (bytes === null) return false;
  if (put.type === "bundle" && !put.spec.stylesCovered) await reportCollision(put, bytes, context);
  try {
    await context.objects.put(put.key, bytes, { signal: context.signal });
    return true;
  } catch (error) {
    if (put.type === "source" && !context.signal.aborted) {
      context.log(describeLostSource(put, `it could not be written: ${messageOf(error)}`));
      return false;
    }
    throw new CommitError(
      "commit.write_failed",
      `Cannot write object ${quote(put.key)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

async function readPut(put: PlannedPut, context: WriteContext): Promise<Uint8Array | null> {
  if (put.type === "manifest") return put.spec.manifestBytes;
  if (put.type === "bundle") return await readBundleAgain(put, context.workspace.files);
  try {
    const archive = await packSource(context.workspace.project, put.spec.name);
    if (archive === null) {
      context.log(describeLostSource(put, `it is over ${LIMITS.sourceArchiveBytes} bytes packed`));
    }
    return archive;
  } catch (error) {
    context.log(describeLostSource(put, `it could not be read: ${messageOf(error)}`));
    return null;
  }
}

/** The scan keeps no bytes, so that memory stays flat; what it found must still be there. */
async function readBundleAgain(put: PlannedPut, files: readonly BundleFile[]): Promise<Uint8Array> {
  const file = files.find(({ name }) => name === put.spec.fileName);
  const { bytes, digest } = await prepareBundle(await file!.read());
  if (digest === put.spec.bundleDigest) return bytes;
  throw new CommitError(
    "commit.bundle_changed",
    `Cannot commit bundle ${
      quote(put.spec.fileName)
    }: it was changed while it was being committed; commit again`,
  );
}

async function reportCollision(put: PlannedPut, bytes: Uint8Array, context: WriteContext): Promise<void> {
  const stored = await context.objects.get(put.key, { signal: context.signal });
  const same = stored === null ||
    (stored.length === bytes.length && stored.every((byte, index) => byte === bytes[index]));
  if (!same) context.log(describeCollision(put.key, put.spec.fileName));
}

function describeLostSource(put: PlannedPut, reason: string): LogEvent {
  return {
    event: "source_not_stored",
    level: "warning",
    message: `Cannot store the source of widget ${quote(put.spec.name)}: ${reason}`,
    fileName: put.spec.fileName,
    key: put.key,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
