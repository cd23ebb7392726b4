/** The heights that a page around this one may tell, in CSS pixels. */
const MAX_HEIGHT = 100_000;

/**
 * The height of the reader's window in CSS pixels, which `vh` in a card means. It does not depend on the cards: a page of
 * its own knows it, a frame receives it. In a frame that follows its content and receives none it is the screen's.
 */
export class ReaderWindow {
  readonly #listeners = new Set<(height: number) => void>();
  /** What is known in place of the height of this document's window. */
  #told: number | null = null;

  readonly #ended = new AbortController();

  constructor() {
    const { signal } = this.#ended;
    globalThis.addEventListener("resize", () => this.#told ?? this.#notify(), { signal });
  }

  /** Ends following the window. */
  end(): void {
    this.#ended.abort();
  }

  /** It does not change while a phone hides its address bar. */
  get height(): number {
    return this.#told ?? document.documentElement.clientHeight;
  }

  /** Takes what the page around this one tells. */
  setHeight(height: unknown): void {
    if (typeof height !== "number" || !(height > 0 && height < MAX_HEIGHT) || height === this.#told) return;
    this.#told = height;
    this.#notify();
  }

  /** From now on the window of this document is as high as its content. */
  leaveFrame(): void {
    if (this.#told === null) this.setHeight(screen.availHeight);
  }

  /** Calls the listener with the height now and after each change. */
  follow(listener: (height: number) => void): () => void {
    this.#listeners.add(listener);
    listener(this.height);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.height);
  }
}
