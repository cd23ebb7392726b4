import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/** Where Linux has files in memory. */
const MEMORY = "/dev/shm";

/** The room for all databases of a run, in bytes. */
const LEAST_ROOM = 3 * 2 ** 30;

/**
 * The folder for the databases of tests: in memory where there is room, else the one for temporary files. Each is some
 * thousand files, and Ext4 without a journal takes longer to create a file the more others were deleted in the last minutes.
 * It is not for what a process with fewer permissions reads: Deno lets none of these read below `/dev`.
 */
export async function findMemoryFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(({ bavail, bsize }) => bavail * bsize, () => 0);
  return room < LEAST_ROOM ? tmpdir() : MEMORY;
}
