import { closeSync, mkdirSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { quote } from "../../../../core/errors/mod.ts";
import { type Folder, FolderError, nullIfMissing, openFolder } from "../../../../terminal/files/mod.ts";
import { SnapshotError } from "../errors.ts";

/**
 * Checks that no link leads a folder of the project out of it, where files would be written and deleted: a project can come
 * from elsewhere. A folder beside the project is its caller's choice, and one that does not exist is created later.
 *
 * @throws {SnapshotError} `folder.outside`
 */
export function requireInside(project: string, path: string): void {
  requireNoWayOut(
    project,
    path,
    (root, below) => {
      using _folder = root.openFolder(below, { links: true });
    },
    (below) =>
      `Cannot use folder ${
        quote(below)
      } of the project: a symbolic link leads out of the project, and the files ` +
      "there are not its own; delete the link, or name the folder itself by a flag",
  );
}

/**
 * Checks that no link leads a file of the project out of it, which would be published with it. A file beside the project is
 * the choice of its configuration.
 *
 * @throws {SnapshotError} `folder.outside`
 */
export function requireOwnFile(project: string, path: string): void {
  requireNoWayOut(
    project,
    path,
    (root, below) => {
      closeSync(root.openFile(below, { links: true }).descriptor);
    },
    (below) =>
      `Cannot use ${
        quote(below)
      } of the project: a symbolic link leads out of the project, and the file is not its ` +
      "own; delete the link, or name its folder in the configuration",
  );
}

function requireNoWayOut(
  project: string,
  path: string,
  open: (root: Folder, below: string) => void,
  describe: (below: string) => string,
): void {
  const below = relative(resolve(project), resolve(path));
  if (below === "" || below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below)) return;
  try {
    using root = openFolder(project);
    open(root, below);
  } catch (error) {
    if (!(error instanceof FolderError)) return void nullIfMissing(error);
    throw new SnapshotError("folder.outside", describe(below), { cause: error });
  }
}

/**
 * Opens a folder of the project, and creates what is missing of it. Links are followed that stay in the project.
 *
 * @throws {FolderError}
 * @throws {Error} of the system, with its code
 */
export function openOrCreate(root: Folder, path: string): Folder {
  const names = path.split("/");
  for (const [index, name] of names.entries()) {
    using parent = root.openFolder(names.slice(0, index).join("/"), { links: true });
    try {
      mkdirSync(parent.entryPath(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return root.openFolder(path, { links: true });
}
