import { realpath } from "node:fs/promises";
import { sep } from "node:path";

/** The path without symbolic links, or null if it does not exist. */
export async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

/** Whether a path is below a folder. Neither may contain symbolic links. */
export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
