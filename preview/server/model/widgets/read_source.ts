import { readFile, realpath, stat } from "node:fs/promises";
import { toSlashes } from "../discovery/bundle_glob.ts";

/** The kinds of files that a widget's source consists of. */
const SOURCE = /\.(?:[cm]?[jt]sx?|css|json|svg|html)$/;

/** The largest source that is shown, in bytes. */
const MAX_SOURCE_BYTES = 1024 * 1024;

/**
 * Reads a source of a project, for people to look at.
 *
 * @param project the project folder, as a real path with forward slashes
 * @param file relative to it
 * @returns null when there is no such source, it is outside the project or in a package, or it is larger than 1 MiB
 */
export async function readSource(project: string, file: string): Promise<string | null> {
  const path = await realpath(`${project}/${file}`).then(toSlashes, () => null);
  if (path === null || !path.startsWith(`${project}/`) || !SOURCE.test(path)) return null;
  const segments = path.slice(project.length + 1).split("/");
  if (segments.some((segment) => segment.startsWith(".") || segment === "node_modules")) return null;
  const stats = await stat(path);
  return stats.isFile() && stats.size <= MAX_SOURCE_BYTES ? await readFile(path, "utf8") : null;
}
