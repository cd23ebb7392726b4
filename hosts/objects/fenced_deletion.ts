import { randomUUID } from "node:crypto";
import { link, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The system calls of a deletion, which a file system may delay for as long as it likes, and nothing can end. */
export interface DeletionCalls {
  readonly rename: typeof rename;
  readonly rm: typeof rm;
}

export const DELETION_CALLS: DeletionCalls = { rename, rm };

/**
 * The temporary name of an object that is being deleted, in the same folder: its name and a UUID. No segment of a key
 * begins with a dot.
 */
const TAKEN_NAME = /^\.(.+)\.[0-9a-f-]{36}\.old$/;
/** The longest name of a file that file systems have, in bytes. */
const MAX_NAME_BYTES = 255;

/** Whether a file is an object that was being deleted when its process ended. */
export function isTaken(name: string): boolean {
  return TAKEN_NAME.test(name);
}

/**
 * Deletes the file of an object: renames it to a name that is never used again, and removes that. Whatever a put writes to
 * the object's place afterwards, a late removal does not reach it. A rename that ends after the signal has aborted may have
 * taken what a later put wrote: it is put back, unless there is another file by then.
 */
export async function deleteFenced(
  path: string,
  signal: AbortSignal | undefined,
  calls: DeletionCalls,
): Promise<void> {
  const taken = join(dirname(path), formatTakenName(basename(path)));
  try {
    await calls.rename(path, taken);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  if (signal?.aborted) {
    await putBack(taken);
    throw signal.reason;
  }
  await calls.rm(taken, { force: true });
}

/**
 * Gives an object whose deletion has not ended its name again, unless another object has that name. A later sweep can
 * delete it.
 */
export async function putBack(taken: string): Promise<void> {
  const [, name] = TAKEN_NAME.exec(basename(taken)) ?? [];
  if (name !== undefined) {
    await link(taken, join(dirname(taken), name)).catch((error) => {
      if (!["EEXIST", "ENOENT"].includes(error.code)) throw error;
    });
  }
  await rm(taken, { force: true });
}

/** Only the first characters of a name that would be too long; no key of this service is. */
function formatTakenName(name: string): string {
  const end = `.${randomUUID()}.old`;
  return `.${name.slice(0, MAX_NAME_BYTES - end.length - 1)}${end}`;
}
