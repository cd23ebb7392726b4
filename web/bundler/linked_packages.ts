import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { findWorkspace, isInMember, type Workspace } from "./compile/sources/workspace.ts";
import { foldersAbove } from "./folders_above.ts";

/**
 * The folders of packages outside a project that its widgets may be built from, as real paths: those of its workspace that
 * `node_modules` links to, and those that some files are in. Packages that are installed do not change.
 *
 * @param project its folder, as a real path
 * @param files relative to the project, or absolute
 */
export function listLinkedPackages(project: string, files: readonly string[]): string[] {
  const workspace = findWorkspace(project);
  if (workspace === null) return [];
  const linked = findLinks(project, workspace);
  const imported = files.map((file) => resolve(project, file))
    .filter((file) => !file.split(sep).includes("node_modules") && isInMember(workspace, project, file))
    .map(findPackage);
  const folders = [...new Set([...linked, ...imported])].filter((folder) => !isWithin(folder, project));
  return folders.filter((folder) => !folders.some((other) => other !== folder && isWithin(folder, other)));
}

/** The packages of the workspace that are linked to from a project, and from these. */
function findLinks(project: string, workspace: Workspace): Set<string> {
  const found = new Set<string>();
  const follow = (modules: string) => {
    for (const target of listTargets(modules)) {
      if (found.has(target) || !isInMember(workspace, project, join(target, "package.json"))) continue;
      found.add(target);
      follow(join(target, "node_modules"));
    }
  };
  foldersAbove(project).forEach((folder) => follow(join(folder, "node_modules")));
  return found;
}

/** Where the links of a `node_modules` lead to. */
function listTargets(modules: string): string[] {
  return listEntries(modules).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith("@") ? listTargets(path) : [];
    return entry.isSymbolicLink() ? readTarget(path) ?? [] : [];
  });
}

function listEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readTarget(link: string): string | null {
  try {
    return realpathSync(link);
  } catch {
    return null;
  }
}

function findPackage(file: string): string {
  const folder = foldersAbove(dirname(file)).find((folder) => existsSync(join(folder, "package.json")));
  return folder ?? dirname(file);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
