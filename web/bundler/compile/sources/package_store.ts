import { join, sep } from "node:path";
import { host } from "../../host/mod.ts";
import { foldersAbove } from "../../folders_above.ts";

/**
 * Finds the folders in which pnpm keeps packages that several projects share (its global virtual store), which
 * `node_modules` then links to: where it keeps them by default, for the user who builds. What a project says about the
 * place is not read.
 *
 * @param project its folder, as a real path
 */
export function findStores(project: string): string[] {
  return [
    ...host.files.listPnpmFolders().flatMap((folder) => host.files.realPath(join(folder, "store")) ?? []),
    // On a drive without the home folder.
    ...foldersAbove(project).flatMap((folder) => host.files.realPath(join(folder, ".pnpm-store")) ?? []),
  ];
}

/** The packages of a store are in `links`, below the version of its layout. */
export function isInStore(path: string, store: string): boolean {
  if (!path.startsWith(store + sep)) return false;
  const [version, links, ...rest] = path.slice(store.length + 1).split(sep);
  return /^v\d+$/.test(version!) && links === "links" && rest.slice(0, -1).includes("node_modules");
}
