/** Limits the total size of what is in memory at the same time. */
export class ByteSemaphore {
  readonly #limit: number;
  #used = 0;
  #released = Promise.withResolvers<void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits until so many bytes are available. More than the limit are acquired when nothing else is in use. */
  async acquire(bytes: number): Promise<Disposable> {
    while (this.#used > 0 && this.#used + bytes > this.#limit) await this.#released.promise;
    this.#used += bytes;
    return { [Symbol.dispose]: () => this.#release(bytes) };
  }

  #release(bytes: number): void {
    this.#used -= bytes;
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }
}
