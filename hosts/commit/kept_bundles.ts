/** How many bytes of bundles a commit keeps from its scan to their put, all together (8 MiB). */
const KEPT_BYTES = 8_388_608;

/**
 * The bytes of bundles between the scan that has verified them and the put that writes them, so that most are read once.
 * What does not fit is read again when it is written, so that memory stays flat however large a batch is.
 */
export class KeptBundles {
  readonly #bundles = new Map<string, Uint8Array>();
  #room = KEPT_BYTES;

  /** Keeps a bundle's bytes, if there is room for them. */
  keep(fileName: string, bytes: Uint8Array): void {
    if (bytes.length > this.#room) return;
    this.#room -= bytes.length;
    this.#bundles.set(fileName, bytes);
  }

  /** Gives a bundle's bytes away, or null when they were not kept. */
  take(fileName: string): Uint8Array | null {
    const bytes = this.#bundles.get(fileName);
    if (bytes === undefined) return null;
    this.#bundles.delete(fileName);
    this.#room += bytes.length;
    return bytes;
  }
}
