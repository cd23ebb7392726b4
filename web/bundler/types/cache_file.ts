import { createHmac } from "node:crypto";
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readUserSecret } from "../../../terminal/files/mod.ts";
import { foldersAbove } from "../folders_above.ts";

/**
 * The file in which TypeScript remembers a project, in the folder of its packages. A folder may be shared, so that each
 * project has a file of its own. Its name depends on a secret of the user: a project may come with a file that says that it
 * has no type errors. Nothing that is reached by a link is written to: it belongs to something else.
 *
 * @param root the project folder, as a real path
 * @returns null when nothing can be written there, or no secret can be kept
 */
export async function findCacheFile(root: string): Promise<string | null> {
  const packages = foldersAbove(root).map((folder) => join(folder, "node_modules"));
  const own = isThere(packages[0]!)
    ? packages[0]!
    : packages.find((folder) => existsSync(join(folder, "typescript")));
  if (own === undefined || !isFolder(own)) return null;
  const secret = await readUserSecret(root);
  if (secret === null) return null;
  let folder = own;
  for (const name of [".cache", "tck"]) {
    folder = join(folder, name);
    if (!makeFolder(folder)) return null;
  }
  const id = createHmac("sha256", secret).update(JSON.stringify(["types", root])).digest("hex");
  const file = join(folder, `types-${id.slice(0, 32)}.tsbuildinfo`);
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
