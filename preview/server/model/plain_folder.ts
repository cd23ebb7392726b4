import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder by a path that the address of a page can have as it is. */
export interface PlainFolder {
  /** The folder's own path, or a link to it. */
  readonly path: string;
  /** Removes the link. */
  close(): Promise<void>;
}

/** What Vite takes for the end or an escape of an address, or serves no files of. */
const NOT_PLAIN = /[#?%\\:]/;

/**
 * Opens a folder by a path without characters that have a meaning in addresses: Vite, which makes addresses of paths, loads
 * no module of a folder such as `#1` or `50%`.
 *
 * @param path a real path with forward slashes
 */
export async function openPlainFolder(path: string): Promise<PlainFolder> {
  if (!NOT_PLAIN.test(path.replace(/^[A-Za-z]:/, ""))) return { path, close: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), "tck-preview-"));
  const link = join(folder, "project");
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await symlink(path, link, "junction");
  } catch (error) {
    await close();
    throw error;
  }
  return { path: link, close };
}
