/** How many cards are loaded at the same time. */
const MAX_LOADING = 6;

/** A card that takes longer than this, in milliseconds, does not delay the others any more. */
const SLOW_MS = 2_000;

/**
 * Mounts cards a few at a time: those in view first, then the others in their order, so that what the reader sees is
 * there early and no task of the page takes long. A card that is slow or never finishes gives its turn to the next.
 */
export class MountQueue {
  readonly #mount: (widgetId: string) => Promise<void>;
  /** The cards that wait, in their order, each with what to call when it is done. */
  readonly #waiting = new Map<string, () => void>();
  readonly #inView = new Set<string>();
  #loading = 0;

  /** @param mount mounts a card; its failure is part of the card's state, so that it never rejects */
  constructor(mount: (widgetId: string) => Promise<void>) {
    this.#mount = mount;
  }

  /** Adds cards in their order, and drops those that wait. Resolves when the cards are mounted or have failed. */
  async replace(widgetIds: readonly string[]): Promise<void> {
    this.#waiting.clear();
    const done = widgetIds.map((widgetId) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.set(widgetId, resolve);
      return promise;
    });
    this.#startNext();
    await Promise.all(done);
  }

  /** Notes whether a card is in view. */
  setInView(widgetId: string, isInView: boolean): void {
    if (isInView) this.#inView.add(widgetId);
    else this.#inView.delete(widgetId);
  }

  #startNext(): void {
    while (this.#loading < MAX_LOADING && this.#waiting.size > 0) this.#start();
  }

  #start(): void {
    const waiting = [...this.#waiting];
    const [widgetId, done] = waiting.find(([widgetId]) => this.#inView.has(widgetId)) ?? waiting[0]!;
    this.#waiting.delete(widgetId);
    this.#loading++;
    const turn = Promise.withResolvers<void>();
    const timer = setTimeout(turn.resolve, SLOW_MS);
    void this.#mount(widgetId).then(() => {
      clearTimeout(timer);
      turn.resolve();
      done();
    });
    void turn.promise.then(() => {
      this.#loading--;
      this.#startNext();
    });
  }
}
