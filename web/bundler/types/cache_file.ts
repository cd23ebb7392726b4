import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { foldersAbove } from "../compile/sources/mod.ts";

/**
 * The file in which TypeScript remembers a project, in the folder of its packages. A folder may be shared, so that each
 * project has a file of its own. Nothing that is reached by a link is written to: it belongs to something else.
 *
 * @param root the project folder, as a real path
 * @returns null when nothing can be written there
 */
export function findCacheFile(root: string): string | null {
  const packages = foldersAbove(root).map((folder) => join(folder, "node_modules"));
  const own = isThere(packages[0]!)
    ? packages[0]!
    : packages.find((folder) => existsSync(join(folder, "typescript")));
  if (own === undefined || !isFolder(own)) return null;
  let folder = own;
  for (const name of [".cache", "tck"]) {
    folder = join(folder, name);
    if (!makeFolder(folder)) return null;
  }
  const name = `types-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.tsbuildinfo`;
  const file = join(folder, name);
  return isThere(file) && !lstatSync(file).isFile() ? null : file;
}

function makeFolder(path: string): boolean {
  try {
    if (!isThere(path)) mkdirSync(path);
    return isFolder(path);
  } catch {
    return false;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A link to a folder is not one. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
