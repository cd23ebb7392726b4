import { type BigIntStats, closeSync, fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { LIMITS } from "../../../../core/contract/mod.ts";
import { openRegularFile, readDescriptor } from "../../../../terminal/files/mod.ts";

export interface FileReading {
  /** Changes when the file is replaced or written, as far as the file system records it. */
  readonly signature: string;
  /** In milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Null when the file is larger than any bundle may be. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads a file unless its signature is known.
 *
 * @param known The signature of the bytes that were read before, or null
 * @returns null when there is no file, "unchanged" when its signature is the known one
 */
export async function readChangedFile(
  path: string,
  known: string | null,
): Promise<FileReading | "unchanged" | null> {
  // Most files have not changed: these are not even opened.
  if (known !== null && await stat(path, { bigint: true }).then(signatureOf, () => null) === known) {
    return "unchanged";
  }
  const file = openOrNull(path);
  if (file === null) return null;
  try {
    const stats = fstatSync(file, { bigint: true });
    const bytes = stats.size > LIMITS.envelopeBytes ? null : await readDescriptor(file, LIMITS.envelopeBytes);
    return { signature: signatureOf(stats), modifiedAt: Number(stats.mtimeMs), bytes };
  } finally {
    closeSync(file);
  }
}

/** The glob chooses the path, and its links may lead anywhere. Opening a pipe would otherwise wait for a writer. */
function openOrNull(path: string): number | null {
  try {
    return openRegularFile(path);
  } catch {
    return null;
  }
}

function signatureOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}
