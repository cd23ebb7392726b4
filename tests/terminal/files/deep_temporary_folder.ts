import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** The longest path of Linux, in bytes with the zero at its end. */
const PATH_MAX = 4096;

/**
 * Runs a function while the folder of temporary files (`TMPDIR`) is so deep that a folder with a name of `room` characters
 * can be created there, and nothing in that folder.
 *
 * @returns what the function left in the folder
 */
export async function inDeepTemporaryFolder(room: number, run: () => Promise<void>): Promise<string[]> {
  const top = await mkdtemp(join(tmpdir(), "tck-deep-"));
  const former = process.env.TMPDIR;
  let folder = top;
  const length = PATH_MAX - 2 - room;
  while (folder.length < length) {
    folder = join(folder, "d".repeat(Math.min(200, length - folder.length - 1)));
  }
  try {
    await mkdir(folder, { recursive: true });
    process.env.TMPDIR = folder;
    await run();
    return await readdir(folder);
  } finally {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
    await rm(top, { recursive: true });
  }
}
