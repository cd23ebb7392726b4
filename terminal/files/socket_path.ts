import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The longest path of a Unix socket on every platform, in bytes. */
const MAX_SOCKET_PATH_BYTES = 100;

/** Calls a function with the path of a socket in a folder: through a temporary symbolic link if it is too long. */
export async function withSocketPath<Result>(
  folder: string,
  file: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(resolve(folder), file);
  if (new TextEncoder().encode(path).byteLength <= MAX_SOCKET_PATH_BYTES) return await use(path);
  const short = await mkdtemp(join(tmpdir(), "tck-"));
  try {
    await symlink(resolve(folder), join(short, "d"));
    return await use(join(short, "d", file));
  } finally {
    await rm(short, { recursive: true, force: true });
  }
}
