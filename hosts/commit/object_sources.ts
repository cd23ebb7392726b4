import { setImmediate } from "node:timers/promises";
import { encodeBase64Url } from "../../core/bytes/mod.ts";
import { type BundleFile, type LogEvent, type PlannedPut, prepareBundle } from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { NODE_CODEC, nodeSha384 } from "../zlib/mod.ts";
import { CommitError } from "./errors.ts";
import { packSource } from "./source_archive.ts";
import type { Workspace } from "./workspace.ts";
import { buildSourceWarning } from "./write_objects.ts";

/** Where the bytes of a commit's objects come from. */
interface ObjectSources {
  readonly workspace: Workspace;
  readonly bundles: BundleCache;
  readonly sources: SourcePrefetcher;
}

/** Maximum size of all cached bundles of a commit, in bytes (8 MiB). */
const MAX_CACHED_BYTES = 8_388_608;
/** Maximum number of prefetched source archives: at most 4 MiB together. */
const MAX_PREFETCHED = 32;

/**
 * The bytes of an object: cached or prefetched, or else read from the workspace. Null, with a warning, for a source that is
 * too large or cannot be read.
 *
 * @throws {CommitError} `commit.bundle_changed`
 */
export async function loadObject(
  put: PlannedPut,
  { workspace, bundles, sources }: ObjectSources,
  log: (event: LogEvent) => void,
): Promise<Uint8Array | null> {
  if (put.type === "manifest") return put.spec.manifestBytes;
  if (put.type === "bundle") {
    return bundles.take(put.spec.fileName) ?? await readBundleAgain(put, workspace.files);
  }
  try {
    const archive = await sources.take(put.spec.name);
    if (archive === null) {
      log(buildSourceWarning(put, `it is over ${LIMITS.sourceArchiveBytes} bytes packed`));
    }
    return archive;
  } catch (error) {
    log(buildSourceWarning(put, `it could not be read: ${errorMessage(error)}`));
    return null;
  }
}

/** Keeps the bytes of scanned bundles until they are written, up to a limit, so that most bundles are read once. */
export class BundleCache {
  readonly #bundles = new Map<string, Uint8Array>();
  #size = 0;

  /** Adds a bundle, unless the cache is full. */
  add(fileName: string, bytes: Uint8Array): void {
    if (this.#size + bytes.length > MAX_CACHED_BYTES) return;
    this.#size += bytes.length;
    this.#bundles.set(fileName, bytes);
  }

  /** Removes a bundle and returns its bytes, or null if it is not cached. */
  take(fileName: string): Uint8Array | null {
    const bytes = this.#bundles.get(fileName);
    if (bytes === undefined) return null;
    this.#bundles.delete(fileName);
    this.#size -= bytes.length;
    return bytes;
  }
}

/** Packs sources in advance, while the commit waits for its intents to be recorded. */
export class SourcePrefetcher implements Disposable {
  readonly #project: string;
  readonly #archives = new Map<string, Promise<Uint8Array | null>>();
  readonly #taken = new Set<string>();
  #ended = false;

  /** @param project Without symbolic links in its path */
  constructor(project: string) {
    this.#project = project;
  }

  /** The archive of a widget's source: see {@link packSource}. */
  async take(name: string): Promise<Uint8Array | null> {
    this.#taken.add(name);
    const archive = this.#archives.get(name);
    this.#archives.delete(name);
    return await (archive ?? packSource(this.#project, name));
  }

  /**
   * Packs the sources of widgets that have not been taken yet, one after the other.
   *
   * @param names `<NNN>_<slug>`, in the order in which they will be taken
   */
  async prefetch(names: readonly string[]): Promise<void> {
    for (const name of names) {
      if (this.#taken.has(name)) continue;
      await setImmediate(); // Lets pending events run first.
      if (this.#ended || this.#archives.size >= MAX_PREFETCHED) return;
      if (this.#taken.has(name)) continue;
      const archive = packSource(this.#project, name);
      archive.catch(() => {}); // Avoids an unhandled rejection; take() returns the same promise.
      this.#archives.set(name, archive);
    }
  }

  [Symbol.dispose](): void {
    this.#ended = true;
  }
}

async function readBundleAgain(put: PlannedPut, files: readonly BundleFile[]): Promise<Uint8Array> {
  const { fileName, bundleDigest } = put.spec;
  const file = files.find(({ name }) => name === fileName);
  const fileBytes = await file!.read();
  if (encodeBase64Url(nodeSha384(fileBytes)) === bundleDigest) return fileBytes;
  const prepared = await prepareBundle(fileBytes, NODE_CODEC).catch(() => null);
  if (prepared?.digest === bundleDigest) return prepared.bytes;
  throw new CommitError(
    "commit.bundle_changed",
    `Cannot commit bundle ${quote(fileName)}: it was changed during the commit; commit again`,
  );
}
