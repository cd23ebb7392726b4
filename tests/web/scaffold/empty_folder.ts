import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder for one test, as a real path. It is deleted when the test ends. */
export async function emptyFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tck-scaffold-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
