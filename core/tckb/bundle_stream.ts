import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { encodeLine, RecordReader } from "../streams/mod.ts";

/** One record of a stream of bundles: an envelope, or the problem code that says why it cannot be had. */
export type BundleRecord =
  | { readonly hash: string; readonly envelope: Uint8Array<ArrayBuffer>; readonly code: null }
  | { readonly hash: string; readonly envelope: null; readonly code: string };

/**
 * Encodes one record of a stream of bundles: a line of JSON, `{"hash":"…","size":123}`, and then that many bytes of the
 * envelope; or the line `{"hash":"…","code":"bundle.not_found"}` alone. The envelope is not copied.
 */
export function encodeBundleRecord({ hash, envelope, code }: BundleRecord): Uint8Array<ArrayBuffer>[] {
  if (envelope === null) return [encodeLine({ hash, code })];
  return [encodeLine({ hash, size: envelope.byteLength }), envelope];
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
    yield* readRecords(new RecordReader(source));
  } finally {
    await source.cancel().catch(() => {}); // A stream that failed rejects with its own error again.
  }
}

async function* readRecords(reader: RecordReader): AsyncGenerator<BundleRecord> {
  for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {
    const { hash, size, code } = JSON.parse(line);
    if (typeof code === "string") {
      yield { hash, envelope: null, code };
      continue;
    }
    if (!Number.isInteger(size) || size < 0 || size > LIMITS.envelopeBytes) {
      throw new Error(`Cannot read the stream of bundles: a record has the size ${quote(String(size))}`);
    }
    yield { hash, envelope: await readEnvelope(reader, size), code: null };
  }
}

async function readEnvelope(reader: RecordReader, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size;) {
    const part = await reader.readPart(size - offset);
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
