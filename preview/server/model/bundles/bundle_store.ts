import { createHash } from "node:crypto";
import { basename, relative } from "node:path";
import { compareLabels } from "../../../../core/feed/mod.ts";
import type { BundleInfo, BundleVersion } from "../../../protocol.ts";
import { toSlashes } from "../discovery/bundle_glob.ts";
import { versionOf } from "./bundle_version.ts";
import type { ModuleImport } from "./module_imports.ts";
import type { BundleContents, ReadBundle } from "./read_bundle.ts";

/** A bundle in the store. It is immutable: a request that has found it can read it to the end. */
export interface StoredBundle {
  readonly info: BundleInfo;
  readonly contents: BundleContents;
  readonly imports: readonly ModuleImport[];
  readonly envelopeBytes: number;
  /** What the same file held before. */
  readonly before: BundleVersion | null;
}

interface DiskOrigin {
  /** The label of the watch group. */
  readonly source: string;
  /** Absolute, with forward slashes. */
  readonly path: string;
  readonly relPath: string;
}

/** Where a bundle without a file came from. */
export interface UploadOrigin {
  readonly source: "local" | "remote";
  /** The base name of its `.tckb`. */
  readonly label: string;
}

const EXTENSION = ".tckb";

/** Length of the digest of the path in an id, in characters of base64url: 72 bits. */
const PATH_DIGEST_LENGTH = 12;

/** All bundles of the preview, by id (preview specification, §2). */
export class BundleStore {
  readonly #project: string;
  readonly #bundles = new Map<string, StoredBundle & { readonly digest: string }>();
  /** What each file on disk holds. */
  readonly #byPath = new Map<string, { readonly digest: string; readonly version: BundleVersion }>();

  /** @param project the folder of the project: the same bundle has the same id in every copy of the project */
  constructor(project: string) {
    this.#project = project;
  }

  find(id: string): StoredBundle | undefined {
    return this.#bundles.get(id);
  }

  /** All bundles, ordered by label. */
  list(): StoredBundle[] {
    return [...this.#bundles.values()].sort(({ info: one }, { info: other }) =>
      compareLabels(one.label, other.label) || compareLabels(one.path ?? "", other.path ?? "") ||
      compareLabels(one.id, other.id)
    );
  }

  /**
   * Adds a bundle. One that is already there stays as it is, with its time of loading.
   *
   * @param loadedAt in milliseconds since 1970
   * @returns the bundle in the store, and whether the store has changed
   */
  put(
    bundle: ReadBundle,
    origin: DiskOrigin | UploadOrigin,
    loadedAt: number,
  ): { stored: StoredBundle; changed: boolean } {
    const info = createInfo(bundle, origin, loadedAt, this.#project);
    const former = this.#bundles.get(info.id);
    if (former?.digest === bundle.digest && hasSameOrigin(former.info, info)) {
      return { stored: former, changed: false };
    }
    const { contents, imports, digest, envelopeBytes } = bundle;
    const before = this.#replaceVersion(info, bundle);
    const stored = { info, contents, imports, digest, envelopeBytes, before };
    this.#bundles.set(info.id, stored);
    return { stored, changed: true };
  }

  /** Records what a file holds. @returns what it held before, if it was something else */
  #replaceVersion(info: BundleInfo, bundle: ReadBundle): BundleVersion | null {
    const { path } = info;
    if (path === undefined) return null;
    const former = this.#byPath.get(path);
    if (former?.digest === bundle.digest) return null;
    this.#byPath.set(path, { digest: bundle.digest, version: versionOf(info, bundle) });
    return former?.version ?? null;
  }

  /** Deletes the oldest uploaded and fetched bundles beyond a number. */
  evictUploads(max: number): void {
    const uploads = [...this.#bundles.values()].filter(({ info }) => info.path === undefined);
    for (const { info } of uploads.slice(0, Math.max(0, uploads.length - max))) {
      this.#bundles.delete(info.id);
    }
  }

  /** @returns whether there was such a bundle */
  delete(id: string): boolean {
    return this.#bundles.delete(id);
  }
}

/** The label of a bundle: its file's name without the extension. */
export function labelOf(path: string): string {
  return basename(path, EXTENSION);
}

function createInfo(
  { hash, manifest }: ReadBundle,
  origin: DiskOrigin | UploadOrigin,
  loadedAt: number,
  project: string,
): BundleInfo {
  if (!("path" in origin)) return { id: hash, bundleHash: hash, manifest, ...origin, loadedAt };
  const id = `${hash}.${digestOfPath(relative(project, origin.path))}`;
  return { id, bundleHash: hash, manifest, ...origin, label: labelOf(origin.path), loadedAt };
}

function digestOfPath(path: string): string {
  return createHash("sha256").update(toSlashes(path)).digest("base64url").slice(0, PATH_DIGEST_LENGTH);
}

function hasSameOrigin(one: BundleInfo, other: BundleInfo): boolean {
  return one.source === other.source && one.label === other.label && one.relPath === other.relPath;
}
