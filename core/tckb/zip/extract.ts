import { inflateUpTo } from "../../bytes/inflate.ts";
import { BytesError, crc32 as computeCrc32 } from "../../bytes/mod.ts";
import type { Crc32, Inflate, Inflated } from "../../bytes/mod.ts";
import { errorMessage } from "../../errors/mod.ts";
import { rejectEntry, TckbUnpackError } from "../errors.ts";
import { listEntries, type ListEntriesOptions } from "./archive.ts";
import type { TckbEntry } from "./entry.ts";
import { METHOD } from "./layout.ts";

/** Options of {@linkcode readEntry}. A host can inject faster functions. */
export interface ReadEntryOptions extends ListEntriesOptions {
  /** Inflates; in plain TypeScript by default. */
  readonly inflate?: Inflate;
  /** Computes CRC-32; in plain TypeScript by default. */
  readonly crc32?: Crc32;
}

/**
 * Reads one entry of an envelope without inflating the others. It verifies the structure of the envelope and the entry's
 * size and CRC-32. Returns null when there is no such entry.
 *
 * @throws {TckbUnpackError} `zip.*` or `limit.*`
 *
 * @example
 * ```ts
 * import { readEntry, writeTckb } from "@tck/tckb";
 * const bytes = await writeTckb({ manifest: { id: "a" }, module: new TextEncoder().encode("export default 1") });
 * const module = await readEntry(bytes, "widget.mjs");
 * ```
 */
export async function readEntry(
  bytes: Uint8Array,
  name: string,
  options: ReadEntryOptions = {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  const entry = listEntries(bytes, options).find((listed) => listed.name === name);
  if (entry === undefined) return null;
  const content = await inflateEntry(entry, options);
  checkCrc(entry, content, options);
  return content;
}

/**
 * Inflates a listed entry and verifies its size and the end of its deflate stream; {@linkcode checkCrc} verifies the
 * content. That of a stored entry is a view of the envelope's bytes. Returns a promise only when `inflate` does.
 */
export function inflateEntry(
  entry: TckbEntry,
  options: ReadEntryOptions,
): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (entry.method === METHOD.stored) return entry.data;
  let inflated: Inflated | Promise<Inflated>;
  try {
    inflated = (options.inflate ?? inflateUpTo)(entry.data, entry.size);
  } catch (error) {
    throw explainFailure(entry, error);
  }
  if (!(inflated instanceof Promise)) return checkInflated(entry, inflated);
  return inflated.then(
    (result) => checkInflated(entry, result),
    (error) => {
      throw explainFailure(entry, error);
    },
  );
}

function checkInflated(entry: TckbEntry, inflated: Inflated): Uint8Array<ArrayBuffer> {
  const fault = findFault(entry, inflated);
  if (fault !== null) throw fault;
  return inflated.bytes;
}

/** Verifies the CRC-32 of an entry's content. */
export function checkCrc(entry: TckbEntry, content: Uint8Array, options: ReadEntryOptions): void {
  const actual = (options.crc32 ?? computeCrc32)(content);
  if (actual === entry.crc32) return;
  throw rejectEntry("zip.crc_mismatch", entry.name, `CRC-32 is ${hex(actual)}, expected ${hex(entry.crc32)}`);
}

/** Where an inflater does not report failures as the default one does, that one finds the reason. */
function explainFailure(entry: TckbEntry, error: unknown): TckbUnpackError {
  if (error instanceof BytesError) return explainFault(entry, error.code);
  try {
    const found = findFault(entry, inflateUpTo(entry.data, entry.size));
    if (found !== null) return found;
  } catch (fault) {
    if (fault instanceof BytesError) return explainFault(entry, fault.code);
    throw fault;
  }
  const reason = `the inflater failed: ${errorMessage(error).slice(0, 80)}`;
  return rejectEntry("zip.deflate_malformed", entry.name, reason);
}

function explainFault({ name, size }: TckbEntry, code: BytesError["code"]): TckbUnpackError {
  switch (code) {
    case "deflate.truncated":
      return rejectEntry("zip.deflate_truncated", name, "its deflate stream ends too early");
    case "deflate.size":
      return rejectEntry("zip.deflate_overrun", name, `its deflate stream yields more than ${size} bytes`);
    default:
      return rejectEntry("zip.deflate_malformed", name, "its deflate stream is malformed");
  }
}

/** Why an inflated entry is not its content, or null. */
function findFault({ name, size, data }: TckbEntry, { bytes, consumed }: Inflated): TckbUnpackError | null {
  if (bytes.length !== size) {
    const reason = `its deflate stream yields ${bytes.length} bytes, expected ${size}`;
    return rejectEntry("zip.deflate_underrun", name, reason);
  }
  if (consumed === data.length) return null;
  return rejectEntry(
    "zip.deflate_trailing",
    name,
    `${data.length - consumed} bytes follow its deflate stream`,
  );
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}
