import { lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";

/** How the folders are named. */
const PREFIX = "tck-batch-";

/**
 * The age at which no process uses a folder any more, in milliseconds (1 hour): a batch arrives and is committed in
 * some minutes.
 */
const MAX_AGE_MS = 3_600_000;

/** A folder for the bundles of one batch. */
interface TemporaryWorkspace extends AsyncDisposable {
  readonly directory: string;
  readonly dist: string;
}

/** Creates a workspace in the folder of temporary files (`TMPDIR`), which only this process can open. */
export async function createTemporaryWorkspace(): Promise<TemporaryWorkspace> {
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  const remove = () => rm(directory, { recursive: true, force: true });
  const dist = join(directory, "widget-batch", "dist");
  try {
    await mkdir(dist, { recursive: true });
  } catch (error) {
    await remove();
    throw error;
  }
  return { directory, dist, [Symbol.asyncDispose]: remove };
}

/** Removes the workspaces that killed processes have left, with what users had sent. */
export async function removeLeftWorkspaces(now: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const info = await lstat(folder).catch(() => null); // Removed since.
    const isOwn = info?.uid === getuid?.();
    if (isOwn && now - info!.mtimeMs > MAX_AGE_MS) await rm(folder, { recursive: true, force: true });
  }
}
