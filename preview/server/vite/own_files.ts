import { fileURLToPath } from "node:url";
import { toSlashes } from "../model/mod.ts";

/** The folder of the shell, with a slash at its end. */
export const SHELL_FOLDER = folderAt("../../shell");

/** The folders of the shell and, in the repository, of the kit's and the core's sources. */
export const OWN_FOLDERS: readonly string[] = [
  SHELL_FOLDER,
  folderAt("../../../web"),
  folderAt("../../../core"),
];

/** Whether a file is the preview's or the kit's own, and not a widget's. */
export function isOwnFile(file: string): boolean {
  return OWN_FOLDERS.some((folder) => file.startsWith(folder));
}

function folderAt(path: string): string {
  return `${toSlashes(fileURLToPath(new URL(path, import.meta.url)))}/`;
}
