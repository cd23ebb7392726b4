import { dirname, join, relative, sep } from "node:path";
import { foldersAbove } from "../../folders_above.ts";
import { host } from "../../host/mod.ts";
import { listMembers } from "./workspace_members.ts";
import { readPatterns } from "./workspace_patterns.ts";

/** The workspace of a package manager that a project is a member of. */
export interface Workspace {
  /** Its folder, as a real path. */
  readonly root: string;
  /** Whether a folder is one of its packages, as the package manager has them, by its path in the workspace. */
  readonly lists: (folder: string) => boolean;
}

/**
 * Finds the workspace that lists a project among its packages, or is in the same folder. A file of a workspace that does
 * not list it says nothing about it: anybody may have put it above.
 *
 * @param project its folder, as a real path
 */
export function findWorkspace(project: string): Workspace | null {
  for (const root of foldersAbove(project)) {
    const patterns = listMembers((file) => readOwn(join(root, file)));
    if (patterns === null) continue;
    const lists = readPatterns(patterns);
    if (root === project || lists(pathFrom(root, project))) return { root, lists };
  }
  return null;
}

/** Whether a file belongs to a package of a workspace, besides those that a project itself is in. */
export function isInMember({ root, lists }: Workspace, project: string, file: string): boolean {
  if (!file.startsWith(root + sep)) return false;
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    if (folder === project || project.startsWith(folder + sep)) return false;
    if (lists(pathFrom(root, folder)) && isFile(join(folder, "package.json"))) return true;
  }
  return false;
}

function pathFrom(root: string, folder: string): string {
  return relative(root, folder).split(sep).join("/");
}

/** A link could lead anywhere, so that it does not count. */
function isFile(path: string): boolean {
  return host.files.kindOf(path) === "file";
}

function readOwn(path: string): string | null {
  try {
    return isFile(path) ? host.files.readText(path) : null;
  } catch {
    return null;
  }
}
