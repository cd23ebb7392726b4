import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { parseBundleFileName } from "../naming/mod.ts";
import { encodeLine, RecordReader, RecordStreamError } from "./record_reader.ts";

/** One bundle of a batch that is sent as a stream. */
export interface BatchFile {
  /** `<NNN>_<slug>.tckb`, as in `widget-batch/dist`. */
  readonly name: string;
  /** The bytes of the file. */
  readonly envelope: Uint8Array<ArrayBuffer>;
}

/** One bundle of a batch that is arriving. */
export interface ArrivingFile {
  /** `<NNN>_<slug>.tckb`: it contains no slash and no other way out of its folder. */
  readonly name: string;
  /** The envelope in parts, unverified. It must be read before the next bundle. */
  readonly parts: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Encodes one bundle of a batch: a line of JSON, `{"name":"001_weather.tckb","size":123}`, and then that many bytes of the
 * envelope, which is not copied. A batch is the concatenation of its bundles, in any order.
 */
export function encodeBatchFile({ name, envelope }: BatchFile): Uint8Array<ArrayBuffer>[] {
  return [encodeLine({ name, size: envelope.byteLength }), envelope];
}

/**
 * Reads a batch as {@linkcode encodeBatchFile} encodes it, while it arrives. Each name is valid and occurs once, and an
 * envelope has at most `LIMITS.envelopeBytes`. A loop that ends early cancels the stream.
 *
 * @throws {RecordStreamError} When the stream ends within a bundle or is not of this format
 */
export async function* readBatchStream(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<ArrivingFile, void, undefined> {
  const source = stream.getReader();
  const reader = new RecordReader(source);
  const names = new Set<string>();
  try {
    for (let line = await reader.readLine(); line !== null; line = await reader.readLine()) {
      const { name, size } = parseHeader(line);
      if (names.has(name)) throw createError(`bundle ${quote(name)} occurs twice`);
      names.add(name);
      yield { name, parts: readParts(reader, size) };
    }
  } finally {
    await source.cancel().catch(() => {}); // A stream that failed rejects with its own error again.
  }
}

async function* readParts(reader: RecordReader, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let left = size; left > 0;) {
    const part = await reader.readPart(left);
    left -= part.length;
    yield part;
  }
}

function parseHeader(line: string): { name: string; size: number } {
  const { name, size } = Object(parseJson(line));
  if (typeof name !== "string" || !Number.isInteger(size) || size < 0) {
    throw createError(
      `a bundle begins with ${quote(line)}, expected a line such as {"name":"001_a.tckb","size":123}`,
    );
  }
  if (size > LIMITS.envelopeBytes) {
    throw createError(`bundle ${quote(name)} has ${size} bytes, at most ${LIMITS.envelopeBytes} are allowed`);
  }
  if (parseBundleFileName(name).ok) return { name, size };
  throw createError(
    `the name ${quote(name)} is not <NNN>_<slug>.tckb with NNN from 001 to 999 and a slug of a-z, 0-9 and -`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function createError(reason: string): RecordStreamError {
  return new RecordStreamError(`Cannot read the batch: ${reason}`);
}
