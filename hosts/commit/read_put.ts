import { type BundleFile, type LogEvent, type PlannedPut, prepareBundle } from "../../core/commit/mod.ts";
import { encodeBase64Url } from "../../core/bytes/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { NODE_CODEC, nodeSha384 } from "../zlib/mod.ts";
import { CommitError } from "./errors.ts";
import type { KeptBundles } from "./kept_bundles.ts";
import type { SourcesAhead } from "./sources_ahead.ts";
import type { Workspace } from "./workspace.ts";
import { describeLostSource } from "./write_objects.ts";

/** Where a commit's objects come from. */
export interface PutSources {
  readonly workspace: Workspace;
  /** What the scan has kept. */
  readonly bundles: KeptBundles;
  readonly sources: SourcesAhead;
}

/**
 * What an object is to hold: as the scan has kept it, else read from the workspace. A source that is too large or cannot be
 * read is reported, and null.
 *
 * @throws {CommitError} `commit.bundle_changed`
 */
export async function readPut(
  put: PlannedPut,
  { workspace, bundles, sources }: PutSources,
  log: (event: LogEvent) => void,
): Promise<Uint8Array | null> {
  if (put.type === "manifest") return put.spec.manifestBytes;
  if (put.type === "bundle") {
    return bundles.take(put.spec.fileName) ?? await readBundleAgain(put, workspace.files);
  }
  try {
    const archive = await sources.take(put.spec.name);
    if (archive === null) {
      log(describeLostSource(put, `it is over ${LIMITS.sourceArchiveBytes} bytes packed`));
    }
    return archive;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(describeLostSource(put, `it could not be read: ${reason}`));
    return null;
  }
}

/** The scan keeps only so many bytes; what it found must still be there. */
async function readBundleAgain(put: PlannedPut, files: readonly BundleFile[]): Promise<Uint8Array> {
  const { fileName, bundleDigest } = put.spec;
  const file = files.find(({ name }) => name === fileName);
  const fileBytes = await file!.read();
  // What the scan found to need no renames is known by its digest alone.
  if (encodeBase64Url(nodeSha384(fileBytes)) === bundleDigest) return fileBytes;
  const renamed = await prepareBundle(fileBytes, NODE_CODEC).catch(() => null);
  if (renamed?.digest === bundleDigest) return renamed.bytes;
  throw new CommitError(
    "commit.bundle_changed",
    `Cannot commit bundle ${quote(fileName)}: it was changed while it was being committed; commit again`,
  );
}
