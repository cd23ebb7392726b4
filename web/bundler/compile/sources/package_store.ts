import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import process from "node:process";
import { foldersAbove } from "./workspace.ts";

/**
 * Finds the folders in which pnpm keeps packages that several projects share (its global virtual store), which
 * `node_modules` then links to: where it keeps them by default, for the user who builds. What a project says about the
 * place is not read.
 *
 * @param project its folder, as a real path
 */
export function findStores(project: string): string[] {
  const { PNPM_HOME, XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  const data = [
    PNPM_HOME,
    XDG_DATA_HOME && join(XDG_DATA_HOME, "pnpm"),
    LOCALAPPDATA && join(LOCALAPPDATA, "pnpm"),
    join(homedir(), ".local/share/pnpm"),
    join(homedir(), "Library/pnpm"),
  ];
  return [
    ...data.flatMap((folder) => folder ? realPathOf(join(folder, "store")) : []),
    // On a drive without the home folder.
    ...foldersAbove(project).flatMap((folder) => realPathOf(join(folder, ".pnpm-store"))),
  ];
}

/** The packages of a store are in `links`, below the version of its layout. */
export function isInStore(path: string, store: string): boolean {
  if (!path.startsWith(store + sep)) return false;
  const [version, links, ...rest] = path.slice(store.length + 1).split(sep);
  return /^v\d+$/.test(version!) && links === "links" && rest.slice(0, -1).includes("node_modules");
}

function realPathOf(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
