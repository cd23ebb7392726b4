import { compareLabels, type UnreadableFile } from "../../../../core/feed/mod.ts";
import type { BundleProblem } from "../../../protocol.ts";
import { BundleWalk } from "../discovery/bundle_walk.ts";
import type { WatchGroup } from "../discovery/watch_groups.ts";
import { type BundleFile, readBundleFile } from "./bundle_file.ts";
import { type BundleStore, labelOf } from "./bundle_store.ts";

export interface ScanOutcome {
  /** Whether bundles or problems are different. */
  readonly changed: boolean;
  /** Number of bundles from disk in the store before the scan. */
  readonly before: number;
  readonly after: number;
  /** Number of bundles removed because their file is gone or holds another bundle. */
  readonly removed: number;
  /** Whether a file seems to be being written and must be read again. */
  readonly unsettled: boolean;
}

/** A file that globs match. */
interface FoundFile {
  readonly path: string;
  /** Its path below the root of the glob, by the group. The first group gives the bundle's source. */
  readonly relPaths: ReadonlyMap<WatchGroup, string>;
}

/** A file of the last scan. */
interface KnownFile extends FoundFile {
  readonly file: BundleFile;
  /** The id in the store; null when the file is not a bundle, or the bundle was deleted from the store. */
  readonly id: string | null;
}

/** How many files are read at the same time. */
const MAX_PARALLEL_READS = 16;

/** The bundles on disk. Each scan updates the store. */
export class DiskBundles {
  #known = new Map<string, KnownFile>();
  #problems: readonly BundleProblem[] = [];

  constructor(private readonly store: BundleStore, private readonly stableTime: number) {}

  get problems(): readonly BundleProblem[] {
    return this.#problems;
  }

  /** The ids of the bundles that a group's globs match, with their paths below the glob's root. */
  *matchesOf(group: WatchGroup): Generator<{ id: string; relPath: string }> {
    for (const { id, relPaths } of this.#known.values()) {
      const relPath = relPaths.get(group);
      if (id !== null && relPath !== undefined) yield { id, relPath };
    }
  }

  /** The files that a group's globs match and that are not valid bundles. */
  *unreadableOf(group: WatchGroup): Generator<UnreadableFile> {
    for (const { path, relPaths, file: { fault } } of this.#known.values()) {
      const relPath = relPaths.get(group);
      if (fault !== null && relPath !== undefined) {
        yield { path, relPath, label: labelOf(path), message: fault.message };
      }
    }
  }

  /** The labels of all groups that match a file, by the id of its bundle. */
  sourcesById(): Map<string, string[]> {
    const sources = new Map<string, string[]>();
    for (const { id, relPaths } of this.#known.values()) {
      if (id !== null) sources.set(id, [...new Set([...relPaths.keys()].map(({ source }) => source))]);
    }
    return sources;
  }

  /** Records that a bundle was deleted from the store: it returns when its file changes, or with a rescan. */
  markDeleted(id: string): void {
    for (const [path, known] of this.#known) {
      if (known.id === id) this.#known.set(path, { ...known, id: null });
    }
  }

  /**
   * Scans the disk, and then updates the store in one step.
   *
   * @param fresh Whether to read files again that seem unchanged
   */
  async scan(
    groups: readonly WatchGroup[],
    watchFolder: (path: string) => Promise<void>,
    fresh: boolean,
  ): Promise<ScanOutcome> {
    const found = await findFiles(groups, new BundleWalk(watchFolder));
    const read = await mapInParallel(found, async (place) => {
      const former = this.#known.get(place.path)?.file ?? null;
      const known = fresh && former !== null ? { ...former, signature: null } : former;
      const file = await readBundleFile(place.path, known, this.stableTime);
      return file && { place, file };
    });
    return this.#apply(read.filter((one) => one !== null), fresh);
  }

  #apply(read: readonly { place: FoundFile; file: BundleFile }[], fresh: boolean): ScanOutcome {
    const former = this.#known;
    let changed = false;
    this.#known = new Map();
    for (const { place, file } of read) {
      const stored = this.#store(place, file, former.get(place.path), fresh);
      changed ||= stored.changed;
      this.#known.set(place.path, { ...place, file, id: stored.id });
    }
    const removed = this.#deleteMissing(former);
    const problems = listProblems(this.#known.values());
    changed ||= removed > 0 || JSON.stringify(problems) !== JSON.stringify(this.#problems);
    this.#problems = problems;
    const unsettled = read.some(({ file }) => file.unsettled);
    return { changed, before: idsOf(former).size, after: idsOf(this.#known).size, removed, unsettled };
  }

  /** Puts a file's bundle into the store, unless the same bundle was deleted there. */
  #store(
    place: FoundFile,
    file: BundleFile,
    known: KnownFile | undefined,
    fresh: boolean,
  ): { id: string | null; changed: boolean } {
    if (file.bundle === null) return { id: null, changed: false };
    const isSame = known !== undefined && known.file.bundle?.digest === file.bundle.digest;
    if (isSame && known.id === null && !fresh) return { id: null, changed: false };
    const [group, relPath] = firstMatch(place);
    const [formerGroup, formerRelPath] = known === undefined ? [] : firstMatch(known);
    if (isSame && known.id !== null && group.source === formerGroup?.source && relPath === formerRelPath) {
      return { id: known.id, changed: false };
    }
    const origin = { source: group.source, path: place.path, relPath };
    const { stored, changed } = this.store.put(file.bundle, origin, Date.now());
    return { id: stored.info.id, changed };
  }

  #deleteMissing(former: ReadonlyMap<string, KnownFile>): number {
    const current = idsOf(this.#known);
    const missing = [...idsOf(former)].filter((id) => !current.has(id));
    for (const id of missing) this.store.delete(id);
    return missing.length;
  }
}

function firstMatch({ relPaths }: FoundFile): readonly [WatchGroup, string] {
  const [first] = relPaths;
  return first!;
}

function idsOf(files: ReadonlyMap<string, KnownFile>): Set<string> {
  const ids = new Set<string>();
  for (const { id } of files.values()) if (id !== null) ids.add(id);
  return ids;
}

/** Every file once, with all groups that match it, in the order of the groups. */
async function findFiles(groups: readonly WatchGroup[], walk: BundleWalk): Promise<FoundFile[]> {
  const files = new Map<string, Map<WatchGroup, string>>();
  for (const group of groups) {
    for (const glob of group.globs) {
      for (const relPath of await walk.find(glob)) {
        const path = `${glob.root}/${relPath}`;
        const relPaths = files.get(path) ?? new Map<WatchGroup, string>();
        if (!relPaths.has(group)) relPaths.set(group, relPath);
        files.set(path, relPaths);
      }
    }
  }
  return [...files].map(([path, relPaths]) => ({ path, relPaths }));
}

function listProblems(files: Iterable<KnownFile>): BundleProblem[] {
  const problems: BundleProblem[] = [];
  for (const { path, relPaths, file: { fault } } of files) {
    const [group] = relPaths.keys();
    if (fault !== null) problems.push({ source: group!.source, label: labelOf(path), path, ...fault });
  }
  return problems.sort((one, other) => compareLabels(one.path, other.path));
}

async function mapInParallel<In, Out>(items: readonly In[], map: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = new Array(items.length);
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_READS, items.length) }, work));
  return results;
}
