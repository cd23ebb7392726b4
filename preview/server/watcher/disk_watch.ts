import type { RescanResult } from "../../protocol.ts";
import type { WatchGroup } from "../discovery/mod.ts";
import { Burst } from "./burst.ts";
import type { DiskBundles, ScanOutcome } from "./disk_bundles.ts";
import { FolderWatches, TAKES_EFFECT } from "./folder_watches.ts";

/** What a {@link DiskWatch} is given. */
export interface DiskWatchOptions {
  readonly bundles: DiskBundles;
  /** What is to be scanned, asked for before each scan. */
  readonly groups: () => readonly WatchGroup[];
  /** Whether to follow changes; without, the disk is read when asked to. */
  readonly follows: boolean;
  /** As for {@link DiskBundles}. */
  readonly stableTime: number;
  /** Called after a scan that has changed the store. */
  readonly onChanged: () => void;
  readonly report: (message: string) => void;
}

/** One step of a tool on many files is one scan. */
const BURST = { quiet: 20, longest: 250 };

/** Event systems lose events; so the disk is looked at now and then in any case, in milliseconds at the shortest. */
const LOOK_INTERVAL = 5_000;

/** Such looks take at most one part in so many of the time. */
const LOOK_SHARE = 50;

/** How often a rescan looks again at files that somebody is writing. */
const RESCAN_ROUNDS = 5;

/** Keeps the store in line with the disk: scans, one at a time, whenever something may have changed. */
export class DiskWatch {
  readonly #watches: FolderWatches;
  readonly #burst = new Burst(BURST, () => void this.#scanUnasked());
  #last: Promise<unknown> = Promise.resolve();
  #lookAgain: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(private readonly options: DiskWatchOptions) {
    this.#watches = new FolderWatches(() => this.#burst.mark(), options.report);
  }

  /** Scans after the scans that were asked for before. */
  scan(fresh = false): Promise<ScanOutcome> {
    const scanned = this.#last.then(() => this.#scan(fresh));
    this.#last = scanned.catch(() => {});
    return scanned;
  }

  /** Scans all files anew, and waits for those that are being written. */
  async rescan(): Promise<RescanResult> {
    const first = await this.scan(true);
    let { after, removed, unsettled } = first;
    for (let round = 0; unsettled && round < RESCAN_ROUNDS; round++) {
      await new Promise((resolve) => setTimeout(resolve, this.options.stableTime));
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
    clearTimeout(this.#lookAgain);
    this.#watches.close();
  }

  /** Nobody waits for such a scan: what fails is told, and tried again later. */
  async #scanUnasked(): Promise<void> {
    try {
      await this.scan();
    } catch (error) {
      this.options.report(`Cannot scan for bundles: ${(error as Error).message}`);
      if (!this.#closed) this.#schedule(LOOK_INTERVAL);
    }
  }

  async #scan(fresh: boolean): Promise<ScanOutcome> {
    const { bundles, groups, follows, stableTime, onChanged } = this.options;
    const started = performance.now();
    const folders = new Set<string>();
    let isWatching = true;
    const outcome = await bundles.scan(groups(), async (path) => {
      if (!follows || this.#closed) return;
      folders.add(path);
      if (await this.#watches.add(path)) isWatching = false;
    }, fresh);
    if (outcome.changed) onChanged();
    if (!follows || this.#closed) return outcome;
    this.#watches.keep(folders);
    const pause = Math.max(LOOK_INTERVAL, (performance.now() - started) * LOOK_SHARE);
    if (!isWatching) this.#schedule(TAKES_EFFECT);
    else this.#schedule(outcome.unsettled ? stableTime : pause);
    return outcome;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#lookAgain);
    this.#lookAgain = setTimeout(() => this.#burst.mark(), delay);
  }
}
