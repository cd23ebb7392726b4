import { compareLabels } from "../../../core/feed/mod.ts";
import type { BundleProblem } from "../../protocol.ts";
import { BundleWalk, type WatchGroup } from "../discovery/mod.ts";
import { type BundleStore, labelOf } from "../store/mod.ts";
import { type BundleFile, lookAtBundleFile } from "./bundle_file.ts";

/** What a scan has done to the store. */
export interface ScanOutcome {
  readonly changed: boolean;
  /** How many bundles of disk were in the store. */
  readonly before: number;
  readonly after: number;
  /** How many were dropped: their file is gone or is another bundle. */
  readonly removed: number;
  /** Whether a file is being written, as it seems, so that it should be looked at again. */
  readonly unsettled: boolean;
}

/** A file at its place: what every group calls it. */
interface FoundFile {
  readonly path: string;
  /** Its path below the root of the glob, by the group. */
  readonly relPaths: ReadonlyMap<WatchGroup, string>;
}

/** A file whose bundle, if it is one, is in the store. */
interface KnownFile extends FoundFile {
  readonly file: BundleFile;
  /** The id in the store; null when it is no bundle, or was deleted from the store by hand. */
  readonly id: string | null;
}

/** How many files are read at the same time. */
const PARALLEL_READS = 16;

/** The bundles on disk: what each scan finds is brought into the store. */
export class DiskBundles {
  #known = new Map<string, KnownFile>();
  #problems: readonly BundleProblem[] = [];

  constructor(private readonly store: BundleStore, private readonly stableTime: number) {}

  /** The files that are no bundles. */
  get problems(): readonly BundleProblem[] {
    return this.#problems;
  }

  /** The bundles that a group's globs match, by their ids, with their paths below the glob's root. */
  *matchesOf(group: WatchGroup): Generator<{ id: string; relPath: string }> {
    for (const { id, relPaths } of this.#known.values()) {
      const relPath = relPaths.get(group);
      if (id !== null && relPath !== undefined) yield { id, relPath };
    }
  }

  /** Forgets that a bundle is in the store, after it was deleted there: it comes back when its file changes, or by a rescan. */
  forget(id: string): void {
    for (const [path, known] of this.#known) {
      if (known.id === id) this.#known.set(path, { ...known, id: null });
    }
  }

  /**
   * Scans the disk and brings the store in line with it, all at once at the end.
   *
   * @param fresh Whether to read files again that seem unchanged
   */
  async scan(
    groups: readonly WatchGroup[],
    watchFolder: (path: string) => Promise<void>,
    fresh: boolean,
  ): Promise<ScanOutcome> {
    const found = await findFiles(groups, new BundleWalk(watchFolder));
    const looked = await mapInParallel(found, async (place) => {
      const known = this.#known.get(place.path);
      const former = known?.file ?? null;
      const file = await lookAtBundleFile(
        place.path,
        fresh && former !== null ? { ...former, signature: null } : former,
        this.stableTime,
      );
      return file && { place, file };
    });
    return this.#apply(looked.filter((one) => one !== null), fresh);
  }

  #apply(looked: readonly { place: FoundFile; file: BundleFile }[], fresh: boolean): ScanOutcome {
    const former = this.#known;
    let changed = false;
    this.#known = new Map();
    for (const { place, file } of looked) {
      const placed = this.#place(place, file, former.get(place.path), fresh);
      changed ||= placed.changed;
      this.#known.set(place.path, { ...place, file, id: placed.id });
    }
    const removed = this.#dropMissing(former);
    const problems = listProblems(this.#known.values());
    changed ||= removed > 0 || JSON.stringify(problems) !== JSON.stringify(this.#problems);
    this.#problems = problems;
    const unsettled = looked.some(({ file }) => file.unsettled);
    return { changed, before: idsOf(former).size, after: idsOf(this.#known).size, removed, unsettled };
  }

  /** Puts a file's bundle into the store, unless it was deleted there by hand and is still the same. */
  #place(
    place: FoundFile,
    file: BundleFile,
    known: KnownFile | undefined,
    fresh: boolean,
  ): { id: string | null; changed: boolean } {
    if (file.bundle === null) return { id: null, changed: false };
    const isSame = known !== undefined && known.file.bundle?.digest === file.bundle.digest;
    if (isSame && known.id === null && !fresh) return { id: null, changed: false };
    const [group, relPath] = firstPlace(place);
    const [formerGroup, formerRelPath] = known === undefined ? [] : firstPlace(known);
    if (isSame && known.id !== null && group.source === formerGroup?.source && relPath === formerRelPath) {
      return { id: known.id, changed: false };
    }
    const disk = { path: place.path, relPath, source: group.source };
    const { stored, changed } = this.store.put(file.bundle, disk, Date.now());
    return { id: stored.public.id, changed };
  }

  #dropMissing(former: ReadonlyMap<string, KnownFile>): number {
    const current = idsOf(this.#known);
    const dropped = [...idsOf(former)].filter((id) => !current.has(id));
    for (const id of dropped) this.store.delete(id);
    return dropped.length;
  }
}

/** The group that names a file's source is the first that it is in. */
function firstPlace({ relPaths }: FoundFile): readonly [WatchGroup, string] {
  const [first] = relPaths;
  return first!;
}

function idsOf(files: ReadonlyMap<string, KnownFile>): Set<string> {
  const ids = new Set<string>();
  for (const { id } of files.values()) if (id !== null) ids.add(id);
  return ids;
}

/** Every file once, with all groups that it is in, in the order of the groups. */
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
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await map(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, items.length) }, work));
  return results;
}
