import { encodeBase64Url } from "../../core/bytes/mod.ts";
import { type BundleFile, type LogEvent, type PlannedPut, prepareBundle } from "../../core/commit/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import type { Folder } from "../../terminal/files/mod.ts";
import { letOthersRun, pauseWork } from "../time/mod.ts";
import { createPausingCodec, nodeSha384 } from "../zlib/mod.ts";
import { CommitError } from "./errors.ts";
import { packSource, SourceLimitError } from "./source_archive.ts";
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
    return await sources.take(put.spec.name);
  } catch (error) {
    const isLimit = error instanceof SourceLimitError;
    log(buildSourceWarning(put, `${isLimit ? "" : "it could not be read: "}${errorMessage(error)}`));
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

/** Packs sources, one after the other, and some in advance, while the commit waits for its intents to be recorded. */
export class SourcePrefetcher implements AsyncDisposable {
  readonly #project: Folder;
  readonly #archives = new Map<string, Promise<Uint8Array>>();
  readonly #taken = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(project: Folder) {
    this.#project = project;
  }

  /** The archive of a widget's source: see {@link packSource}. */
  async take(name: string): Promise<Uint8Array> {
    this.#taken.add(name);
    const archive = this.#archives.get(name);
    this.#archives.delete(name);
    return await (archive ?? this.#pack(name));
  }

  /**
   * Packs the sources of widgets that have not been taken yet.
   *
   * @param names `<NNN>_<slug>`, in the order in which they will be taken
   */
  async prefetch(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await letOthersRun();
      await this.#last;
      if (this.#ended || this.#archives.size >= MAX_PREFETCHED) return;
      if (!this.#taken.has(name)) this.#archives.set(name, this.#pack(name));
    }
  }

  /** Waits for what is being packed, which uses the project's folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await this.#last;
  }

  /** A source that is being packed is in memory as a whole: no two of them are. */
  #pack(name: string): Promise<Uint8Array> {
    const archive = this.#last.then(() => packSource(this.#project, name));
    this.#last = archive.catch(() => {});
    return archive;
  }
}

async function readBundleAgain(put: PlannedPut, files: readonly BundleFile[]): Promise<Uint8Array> {
  const { fileName, bundleDigest } = put.spec;
  const file = files.find(({ name }) => name === fileName);
  const fileBytes = await file!.read();
  await pauseWork();
  if (encodeBase64Url(nodeSha384(fileBytes)) === bundleDigest) return fileBytes;
  const prepared = await prepareBundle(fileBytes, createPausingCodec(pauseWork)).catch(() => null);
  if (prepared?.digest === bundleDigest) return prepared.bytes;
  throw new CommitError(
    "commit.bundle_changed",
    `Cannot commit bundle ${quote(fileName)}: it was changed during the commit; commit again`,
  );
}
