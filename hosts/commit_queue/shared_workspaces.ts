import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { isWorkspaceLocation } from "../../core/commit/mod.ts";
import { CodedError, quote } from "../../core/errors/mod.ts";
import { CommitError } from "../commit/mod.ts";
import { type Folder, nullIfMissing, openFolder } from "../../terminal/files/mod.ts";

/** A workspace that is not below the folder that all workspaces share, or that folder cannot be read. */
export class WorkspaceError extends CodedError<"workspace.outside"> {
  override readonly name = "WorkspaceError";
}

/**
 * Opens the folder that all workspaces share. It may have another path on each machine.
 *
 * @returns Its path without symbolic links
 * @throws {WorkspaceError} `workspace.outside` if it does not exist
 */
export async function openSharedWorkspaces(folder: string): Promise<string> {
  return await realpath(folder).catch((error) => {
    const reason = error.code ?? error.message;
    const message = `Cannot use ${quote(folder)} as the folder of all workspaces: ${reason}`;
    throw new WorkspaceError("workspace.outside", message, { cause: error });
  });
}

/**
 * The location of a workspace below the shared folder, for a request.
 *
 * @param folder As {@link openSharedWorkspaces} returns it
 * @throws {WorkspaceError} `workspace.outside`
 * @throws {CommitError} `commit.no_bundles`
 */
export async function locateWorkspace(folder: string, directory: string): Promise<string> {
  const path = await realpath(directory).catch(nullIfMissing);
  if (path === null) throw createMissingError(directory);
  const location = relative(folder, path).split(sep).join("/");
  if (isWorkspaceLocation(location)) return location;
  throw createOutsideError(directory, folder);
}

/**
 * Opens a workspace by its location. Symbolic links that lead out of the shared folder are rejected.
 *
 * @param folder As {@link openSharedWorkspaces} returns it
 * @throws {WorkspaceError} `workspace.outside`
 * @throws {CommitError} `commit.no_bundles`
 */
export function findWorkspace(folder: string, location: string): Folder {
  if (!isWorkspaceLocation(location)) throw createOutsideError(location, folder);
  using shared = openFolder(folder);
  const workspace = openBelow(shared, location);
  if (workspace.path !== shared.path) return workspace;
  workspace[Symbol.dispose]();
  throw createOutsideError(location, folder);
}

function openBelow(shared: Folder, location: string): Folder {
  try {
    return shared.openFolder(location, { links: true });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") throw createMissingError(location);
    if (code === "folder.outside") throw createOutsideError(location, shared.path);
    throw error;
  }
}

function createMissingError(workspace: string): CommitError {
  return new CommitError("commit.no_bundles", `Cannot commit ${quote(workspace)}: it does not exist`);
}

function createOutsideError(workspace: string, folder: string): WorkspaceError {
  return new WorkspaceError(
    "workspace.outside",
    `Cannot commit ${quote(workspace)}: it is not below ${quote(folder)}, the folder of all workspaces`,
  );
}
