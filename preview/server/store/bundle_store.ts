import { createHash } from "node:crypto";
import { basename } from "node:path";
import { compareLabels } from "../../../core/feed/mod.ts";
import { PROTOCOL_PREFIX, type PublicBundle } from "../../protocol.ts";
import type { BundleContents, ReadBundle } from "./read_bundle.ts";

/** A bundle in the store. It never changes: what a request has found stays whole while the store goes on. */
export interface StoredBundle {
  readonly public: PublicBundle;
  readonly tckb: BundleContents;
}

/** Where a bundle on disk was found. */
export interface DiskPlace {
  /** Absolute, with forward slashes. */
  readonly path: string;
  readonly relPath: string;
  /** The label of the watch group. */
  readonly source: string;
}

/** A bundle that has no place on disk. */
export interface PathlessPlace {
  readonly source: "local" | "remote";
  /** The base name of its `.tckb`. */
  readonly label: string;
}

const EXTENSION = ".tckb";

/** Characters of base64url that tell paths apart within one bundle hash: 72 bits. */
const SCOPE_LENGTH = 12;

/** All bundles of the preview, by id (preview specification, §2). */
export class BundleStore {
  readonly #bundles = new Map<string, StoredBundle & { readonly digest: string }>();

  find(id: string): StoredBundle | undefined {
    return this.#bundles.get(id);
  }

  /** All bundles, by their labels. */
  list(): StoredBundle[] {
    return [...this.#bundles.values()].sort(({ public: one }, { public: other }) =>
      compareLabels(one.label, other.label) || compareLabels(one.path ?? "", other.path ?? "") ||
      compareLabels(one.id, other.id)
    );
  }

  /**
   * Takes a bundle in. What is there already stays as it is, its time of loading as well.
   *
   * @param loadedAt in milliseconds since 1970
   * @returns the bundle in the store, and whether the store has changed
   */
  put(
    bundle: ReadBundle,
    place: DiskPlace | PathlessPlace,
    loadedAt: number,
  ): { stored: StoredBundle; changed: boolean } {
    const fresh = describeBundle(bundle, place, loadedAt);
    const former = this.#bundles.get(fresh.id);
    if (former?.digest === bundle.digest && samePlace(former.public, fresh)) {
      return { stored: former, changed: false };
    }
    const stored = { public: fresh, tckb: bundle.contents, digest: bundle.digest };
    this.#bundles.set(fresh.id, stored);
    return { stored, changed: true };
  }

  /** Drops the oldest bundles without a place on disk until there are no more than so many. */
  keepPathless(most: number): void {
    const pathless = [...this.#bundles.values()].filter((stored) => stored.public.path === undefined);
    for (const { public: { id } } of pathless.slice(0, Math.max(0, pathless.length - most))) {
      this.#bundles.delete(id);
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

function describeBundle(
  { hash, manifest, contents }: ReadBundle,
  place: DiskPlace | PathlessPlace,
  loadedAt: number,
): PublicBundle {
  const id = "path" in place ? `${hash}.${scopeOf(place.path)}` : hash;
  const url = `${PROTOCOL_PREFIX}bundle/${id}/`;
  return {
    id,
    bundleHash: hash,
    manifest,
    source: place.source,
    label: "path" in place ? labelOf(place.path) : place.label,
    ...("path" in place ? { path: place.path, relPath: place.relPath } : {}),
    bundleUrl: `${url}widget.mjs`,
    ...(contents.css === null ? {} : { cssUrl: `${url}widget.css` }),
    ...(contents.propertiesCss === null ? {} : { propertiesCssUrl: `${url}widget.properties.css` }),
    loadedAt,
  };
}

function scopeOf(path: string): string {
  return createHash("sha256").update(path).digest("base64url").slice(0, SCOPE_LENGTH);
}

function samePlace(one: PublicBundle, other: PublicBundle): boolean {
  return one.source === other.source && one.label === other.label && one.relPath === other.relPath;
}
