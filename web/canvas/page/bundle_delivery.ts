import type { PageMessage } from "../messages.ts";
import { BundleFetchError } from "../../bundle-stream/mod.ts";
import { type Blame, blameSuspects, clearBundle, isHeldBack } from "./blame.ts";
import type { BundleStore } from "./bundle_store.ts";
import { LATE_MS } from "./heartbeat.ts";

interface BundleDeliveryDependencies {
  readonly bundles: BundleStore;
  readonly send: (message: PageMessage, transfer?: Transferable[]) => void;
  /** Resolves when the frame responds. */
  readonly responds: () => Promise<void>;
  /** What is known of the bundles. */
  readonly readBlame: () => Blame;
  readonly writeBlame: (blame: Blame) => void;
  /** The bundle of each card of the page, by widget id. */
  readonly readCards: () => ReadonlyMap<string, string>;
}

/** How long a frame is watched after a card was shown that was tried, in milliseconds. */
const TRIAL_MS = 250;

/** How long a frame is watched before a suspect is blamed, and before a doubted bundle is tried again, in milliseconds. */
const SURVIVAL_MS = 1_500;

/** How long cards are waited for, in milliseconds: one that is not shown then is slow, and ends no frame. */
const CARD_MS = 10_000;

/**
 * Sends bundles to one frame: all at once, but for those that may have ended a former frame. When all other cards are there
 * and the frame responds, it tries what is held back, one bundle at a time, and then blames the suspects.
 */
export class BundleDelivery {
  readonly #dependencies: BundleDeliveryDependencies;
  /** The hashes of bundles that have failed in this frame. */
  readonly #failed = new Set<string>();
  /** The hashes of bundles that the frame waits for, and that are held back. */
  readonly #requested = new Set<string>();
  /** The widgets whose cards are shown, or have failed. */
  readonly #settled = new Set<string>();
  #onSettled: () => void = () => {};
  #isSearching = false;
  #tried: string | null = null;

  /** @param dependencies the frame, and what is known of the bundles */
  constructor(dependencies: BundleDeliveryDependencies) {
    this.#dependencies = dependencies;
  }

  /** The bundle that is to blame if the frame is lost now; null if that is not known. */
  get tried(): string | null {
    return this.#tried;
  }

  /**
   * Sends a bundle that the frame asks for, if it is not held back. One that is to blame fails, until the reader tries it
   * again.
   *
   * @param isByReader whether the reader has just clicked or pressed a key
   * @returns whether the reader tries it again
   */
  deliver(hash: string, isByReader: boolean): boolean {
    const { readBlame, writeBlame } = this.#dependencies;
    const isBlamed = readBlame().failed.has(hash);
    if (isBlamed && !(isByReader && this.#failed.has(hash))) {
      this.#fail(hash);
      return false;
    }
    if (isBlamed) writeBlame(clearBundle(readBlame(), hash));
    if (isHeldBack(readBlame(), hash)) {
      this.#requested.add(hash);
      void this.#search();
    } else void this.#send(hash);
    return isBlamed;
  }

  /** Notes that a card is shown, or has failed. */
  settle(widgetId: string): void {
    this.#settled.add(widgetId);
    this.#onSettled();
  }

  async #search(): Promise<void> {
    if (this.#isSearching) return;
    this.#isSearching = true;
    const { readBlame, writeBlame } = this.#dependencies;
    await this.#shown((hash) => !isHeldBack(readBlame(), hash));
    await this.#tryHeld();
    while (readBlame().suspects.length > 0) {
      await this.#survives(SURVIVAL_MS);
      if (await this.#tryHeld()) continue; // The frame has asked for more meanwhile.
      const { suspects } = readBlame();
      writeBlame(blameSuspects(readBlame()));
      for (const hash of suspects) if (this.#requested.has(hash)) this.#fail(hash);
    }
    this.#isSearching = false;
  }

  /** Tries what is held back, one bundle at a time. Returns whether there was any. */
  async #tryHeld(): Promise<boolean> {
    const { readBlame, writeBlame } = this.#dependencies;
    let hasTried = false;
    for (let hash = await this.#nextHeld(); hash !== undefined; hash = await this.#nextHeld()) {
      hasTried = true;
      // What others do by then is not the fault of this bundle.
      if (readBlame().doubted.has(hash)) await this.#survives(SURVIVAL_MS);
      this.#tried = hash;
      await this.#send(hash);
      await this.#shown((other) => other === hash);
      await this.#survives(TRIAL_MS);
      this.#tried = null;
      writeBlame(clearBundle(readBlame(), hash));
    }
    return hasTried;
  }

  /** The next bundle that is held back and that the frame waits for, once the frame responds. */
  async #nextHeld(): Promise<string | undefined> {
    const { readBlame, responds } = this.#dependencies;
    const find = () => readBlame().held.find((hash) => this.#requested.has(hash));
    if (find() !== undefined) await responds();
    return find();
  }

  /** Resolves when the cards of some bundles are shown or have failed, or take too long. */
  async #shown(isMeant: (hash: string) => boolean): Promise<void> {
    const cards = this.#dependencies.readCards();
    const shown = Promise.withResolvers<void>();
    const timer = setTimeout(shown.resolve, CARD_MS);
    this.#onSettled = () => {
      const areShown = [...cards].every(([widgetId, hash]) => !isMeant(hash) || this.#settled.has(widgetId));
      if (areShown) shown.resolve();
    };
    this.#onSettled();
    await shown.promise;
    clearTimeout(timer);
  }

  /** Resolves when a time has passed and the frame responds. A frame in the page's own process, which blocks, delays the page too. */
  async #survives(ms: number): Promise<void> {
    let started: number;
    do {
      started = performance.now();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await this.#dependencies.responds();
    } while (performance.now() - started > ms + LATE_MS);
  }

  #fail(hash: string): void {
    this.#failed.add(hash);
    this.#dependencies.send({
      type: "bundle-failed",
      hash,
      failure: "timeout",
      reason: "it stopped the frame",
    });
  }

  async #send(hash: string): Promise<void> {
    const { bundles, send } = this.#dependencies;
    try {
      const envelope = await bundles.load(hash);
      send({ type: "bundle", hash, envelope }, [envelope]);
    } catch (error) {
      const { failure, code } = error instanceof BundleFetchError
        ? error
        : new BundleFetchError("bundle.unavailable");
      send({ type: "bundle-failed", hash, failure, reason: code });
    }
  }
}
