import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isWorkspaceLocation } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { CommitError } from "./errors.ts";
import { isInside, realpathOrNull } from "./workspace.ts";

/**
 * The folder that all workspaces share, without symbolic links in its path: the same on every machine that commits from
 * it, under whatever path it stands there.
 *
 * @throws {CommitError} `commit.outside_workspaces` when it is not there
 */
export async function openSharedWorkspaces(folder: string): Promise<string> {
  return await realpath(folder).catch((error) => {
    const message = `Cannot use ${quote(folder)} as the folder of all workspaces: ${
      error.code ?? error.message
    }`;
    throw new CommitError("commit.outside_workspaces", message, { cause: error });
  });
}

/**
 * A workspace's location below the folder that all share, for a request.
 *
 * @throws {CommitError} `commit.outside_workspaces`, `commit.no_bundles`
 */
export async function locateWorkspace(folder: string, directory: string): Promise<string> {
  const path = await realpathOrNull(directory);
  if (path === null) throw missing(directory);
  const location = relative(folder, path).split(sep).join("/");
  if (isInside(folder, path) && isWorkspaceLocation(location)) return location;
  throw outside(directory, folder);
}

/**
 * A workspace by its location. No symbolic link leads out of the folder that all share.
 *
 * @param folder As {@link openSharedWorkspaces} gives it
 * @throws {CommitError} `commit.outside_workspaces`, `commit.no_bundles`
 */
export async function findWorkspace(folder: string, location: string): Promise<string> {
  if (!isWorkspaceLocation(location)) throw outside(location, folder);
  const path = await realpathOrNull(join(folder, location));
  if (path === null) throw missing(location);
  if (isInside(folder, path)) return path;
  throw outside(location, folder);
}

function missing(workspace: string): CommitError {
  return new CommitError("commit.no_bundles", `Cannot commit ${quote(workspace)}: it is not there`);
}

function outside(workspace: string, folder: string): CommitError {
  return new CommitError(
    "commit.outside_workspaces",
    `Cannot commit ${quote(workspace)}: it is not below ${quote(folder)}, the folder of all workspaces`,
  );
}
