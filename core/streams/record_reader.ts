/** The limit of a record's header line, in bytes. */
const MAX_HEADER_BYTES = 1024;

/** A stream of records that is not of its format. */
export class RecordStreamError extends Error {
  override readonly name = "RecordStreamError";
}

/** Encodes the header line of a record. */
export function encodeLine(header: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(header)}\n`);
}

/** Reads header lines and the bytes that follow them from a stream. */
export class RecordReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  /** The text up to the next line feed; null at the end of the stream. */
  async readLine(): Promise<string | null> {
    const line: number[] = [];
    while (await this.#fill()) {
      const end = this.#chunk.indexOf(0x0a);
      const length = end < 0 ? this.#chunk.length : end;
      if (line.length + length > MAX_HEADER_BYTES) {
        throw new RecordStreamError("Cannot read the stream of bundles: no header line");
      }
      line.push(...this.#take(length));
      if (end < 0) continue;
      this.#take(1);
      return new TextDecoder().decode(new Uint8Array(line));
    }
    if (line.length === 0) return null;
    throw new RecordStreamError("Cannot read the stream of bundles: it ends within a header line");
  }

  /** The next bytes of an envelope, as they arrived: at least one, and at most the limit. */
  async readPart(limit: number): Promise<Uint8Array> {
    if (await this.#fill()) return this.#take(limit);
    throw new RecordStreamError("Cannot read the stream of bundles: it ends within an envelope");
  }

  /** Waits for bytes. False at the end of the stream. */
  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return false;
      this.#chunk = value;
    }
    return true;
  }

  #take(size: number): Uint8Array {
    const part = this.#chunk.subarray(0, size);
    this.#chunk = this.#chunk.subarray(part.length);
    return part;
  }
}
