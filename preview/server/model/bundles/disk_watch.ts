import { FolderWatches, WATCH_START_MS } from "../../../../terminal/files/mod.ts";
import type { RescanResult } from "../../../protocol.ts";
import type { WatchGroup } from "../discovery/watch_groups.ts";
import { Burst } from "../watching/burst.ts";
import type { DiskBundles, ScanOutcome } from "./disk_bundles.ts";

/** What a {@link DiskWatch} works with. */
interface DiskWatchDependencies {
  readonly bundles: DiskBundles;
  /** The groups of the current configuration. */
  readonly groups: () => readonly WatchGroup[];
  /** Whether changes are followed; otherwise the disk is read on request only. */
  readonly watch: boolean;
  /** How long a file must have stayed the same to be reported as broken, in milliseconds. */
  readonly stableTime: number;
  /** Called after a scan that has changed bundles or problems. */
  readonly onChanged: () => void;
  readonly report: (message: string) => void;
}

/** The many events of one build are one scan. */
const BURST = { quiet: 20, longest: 250 };

/** Systems lose events, so the disk is scanned at least this often. */
const POLL_INTERVAL_MS = 5_000;

/** Polling takes at most one part in this many of the time. */
const POLL_SHARE = 50;

/** How many scans a rescan adds while files are being written. */
const MAX_RESCANS = 5;

/** Keeps the store up to date with the disk: one scan at a time, whenever something may have changed. */
export class DiskWatch {
  readonly #watches: FolderWatches;
  readonly #burst = new Burst(BURST, () => void this.#scanInBackground());
  #last: Promise<unknown> = Promise.resolve();
  #poll: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(private readonly dependencies: DiskWatchDependencies) {
    this.#watches = new FolderWatches(
      () => this.#burst.mark(),
      (message) => dependencies.report(`${message}; changes are noticed by polling`),
    );
  }

  /** Scans after the scans that were requested before. */
  scan(fresh = false): Promise<ScanOutcome> {
    const scanned = this.#last.then(() => this.#scan(fresh));
    this.#last = scanned.catch(() => {});
    return scanned;
  }

  /** Reads all files again, and waits for those that are being written. */
  async rescan(): Promise<RescanResult> {
    const first = await this.scan(true);
    let { after, removed, unsettled } = first;
    for (let round = 0; unsettled && round < MAX_RESCANS; round++) {
      await new Promise((resolve) => setTimeout(resolve, this.dependencies.stableTime));
      const next = await this.scan();
      removed += next.removed;
      ({ after, unsettled } = next);
    }
    return { ok: true, before: first.before, after, removed };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#burst.cancel();
    await this.#last;
    this.#burst.cancel();
    clearTimeout(this.#poll);
    this.#watches.close();
  }

  async #scanInBackground(): Promise<void> {
    try {
      await this.scan();
    } catch (error) {
      this.dependencies.report(`Cannot scan for bundles: ${(error as Error).message}`);
      if (!this.#closed) this.#schedule(POLL_INTERVAL_MS);
    }
  }

  async #scan(fresh: boolean): Promise<ScanOutcome> {
    const { bundles, groups, watch, stableTime, onChanged } = this.dependencies;
    const started = performance.now();
    const folders = new Set<string>();
    let isWatching = true;
    const outcome = await bundles.scan(groups(), async (path) => {
      if (!watch || this.#closed) return;
      folders.add(path);
      if (await this.#watches.add(path)) isWatching = false;
    }, fresh);
    if (outcome.changed) onChanged();
    if (!watch || this.#closed) return outcome;
    this.#watches.keep(folders);
    const pause = Math.max(POLL_INTERVAL_MS, (performance.now() - started) * POLL_SHARE);
    if (!isWatching) this.#schedule(WATCH_START_MS);
    else this.#schedule(outcome.unsettled ? stableTime : pause);
    return outcome;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#poll);
    this.#poll = setTimeout(() => this.#burst.mark(), delay);
  }
}
