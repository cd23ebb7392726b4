import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";

/** One record of a stream of bundles: an envelope, or the problem code that says why it cannot be had. */
export type BundleRecord =
  | { readonly hash: string; readonly envelope: Uint8Array<ArrayBuffer>; readonly code: null }
  | { readonly hash: string; readonly envelope: null; readonly code: string };

/** The limit of a record's header line, in bytes. */
const MAX_HEADER_BYTES = 1024;

/**
 * Encodes one record of a stream of bundles: a line of JSON, `{"hash":"…","size":123}`, and then that many bytes of the
 * envelope; or the line `{"hash":"…","code":"bundle.not_found"}` alone. The envelope is not copied.
 */
export function encodeBundleRecord({ hash, envelope, code }: BundleRecord): Uint8Array<ArrayBuffer>[] {
  if (envelope === null) return [encodeLine({ hash, code })];
  return [encodeLine({ hash, size: envelope.byteLength }), envelope];
}

function encodeLine(header: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(header)}\n`);
}

/**
 * Reads the stream of bundles that `POST /api/widgets/v1/bundles` answers, each record as it arrives. Envelopes have at
 * most `LIMITS.envelopeBytes`; they are not verified. Each has a buffer of its own. A loop that ends early cancels the
 * stream.
 *
 * @throws {Error} When the stream ends within a record or is not of this format
 */
export async function* readBundleStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<BundleRecord> {
  const source = stream.getReader();
  try {
    yield* readRecords(new ByteReader(source));
  } finally {
    await source.cancel().catch(() => {}); // A stream that failed rejects with its own error again.
  }
}

async function* readRecords(reader: ByteReader): AsyncGenerator<BundleRecord> {
  for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {
    const { hash, size, code } = JSON.parse(line);
    if (typeof code === "string") {
      yield { hash, envelope: null, code };
      continue;
    }
    if (!Number.isInteger(size) || size < 0 || size > LIMITS.envelopeBytes) {
      throw new Error(`Cannot read the stream of bundles: a record has the size ${quote(String(size))}`);
    }
    yield { hash, envelope: await reader.readBytes(size), code: null };
  }
}

/** Reads lines and runs of bytes from a stream. */
class ByteReader {
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
        throw new Error("Cannot read the stream of bundles: no header line");
      }
      line.push(...this.#take(length));
      if (end < 0) continue;
      this.#take(1);
      return new TextDecoder().decode(new Uint8Array(line));
    }
    if (line.length === 0) return null;
    throw new Error("Cannot read the stream of bundles: it ends within a header line");
  }

  async readBytes(size: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(size);
    for (let offset = 0; offset < size;) {
      if (!await this.#fill()) {
        throw new Error("Cannot read the stream of bundles: it ends within an envelope");
      }
      const part = this.#take(size - offset);
      bytes.set(part, offset);
      offset += part.length;
    }
    return bytes;
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

  #take(length: number): Uint8Array {
    const part = this.#chunk.subarray(0, length);
    this.#chunk = this.#chunk.subarray(part.length);
    return part;
  }
}
