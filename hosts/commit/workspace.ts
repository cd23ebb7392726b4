import { closeSync } from "node:fs";
import {
  type BatchIdentity,
  type BundleFile,
  isBundleFileName,
  type LogEvent,
} from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { formatKindPath } from "../../core/naming/mod.ts";
import { type Folder, FolderError } from "../../terminal/files/mod.ts";
import { pauseWork } from "../time/mod.ts";
import { CommitError } from "./errors.ts";

/** A project with built widgets. Its folder is open until it is disposed of. */
export interface Workspace extends Disposable {
  readonly project: Folder;
  /** The bundles of `dist`. */
  readonly files: readonly BundleFile[];
  /** Which files were ignored, and why. */
  readonly events: readonly LogEvent[];
}

/** Most entries of `dist`: a batch has 999 positions, and a source map for each. */
const MAX_DIST_ENTRIES = 10_000;

/** The error codes that make one file unreadable. Any other failure, such as of the disk, fails the commit. */
const UNREADABLE = new Set(["EACCES", "ELOOP", "ENAMETOOLONG", "ENOENT", "ENOTDIR", "ENXIO", "EPERM"]);

/**
 * Opens the project of a batch: `widget-batch` in the directory, or `{date}/{kind}/widget-batch`, where the sandbox has it
 * below a task's directory (lifecycle specification, phase A), or the directory itself. Symbolic links that lead out of the
 * directory are not followed.
 *
 * @throws {CommitError} `commit.no_bundles`
 */
export async function openWorkspace(
  directory: Folder,
  { localDate, kind }: Pick<BatchIdentity, "localDate" | "kind">,
): Promise<Workspace> {
  const places = ["", `${localDate}/${kind}/`, `${localDate}/${formatKindPath(kind)}/`];
  for (const place of [...places.map((place) => `${place}widget-batch/`), ""]) {
    const project = openOrNull(directory, place, "folder widget-batch");
    if (project === null) continue;
    const close = () => project[Symbol.dispose]();
    try {
      const dist = `${place}dist`;
      using folder = openOrNull(directory, dist, "folder dist");
      if (folder !== null) {
        return { project, ...await listBundles(directory, dist, folder), [Symbol.dispose]: close };
      }
    } catch (error) {
      close();
      throw error;
    }
    close();
  }
  throw createWorkspaceError(directory, "it has no widget-batch/dist; build the widgets first");
}

/** A folder below the directory, or null if there is none. */
function openOrNull(directory: Folder, path: string, what: string): Folder | null {
  try {
    return directory.openFolder(path, { links: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || (code === "ENOTDIR" && !path.endsWith("dist"))) return null;
    if (!isUnreadable(error)) throw error;
    const fault = code === "ENOTDIR"
      ? "its dist is not a folder"
      : code === "folder.outside"
      ? `its ${what} is a symbolic link that leads out of it`
      : `its ${what} cannot be opened: ${errorMessage(error)}`;
    throw createWorkspaceError(directory, fault);
  }
}

async function listBundles(
  directory: Folder,
  dist: string,
  folder: Folder,
): Promise<Pick<Workspace, "files" | "events">> {
  const files: BundleFile[] = [];
  const events: LogEvent[] = [];
  let count = 0;
  for await (const { name } of folder.entries()) {
    if (++count > MAX_DIST_ENTRIES) {
      throw createWorkspaceError(directory, `its folder dist has more than ${MAX_DIST_ENTRIES} entries`);
    }
    if (!isBundleFileName(name)) continue;
    await pauseWork();
    const path = `${dist}/${name}`;
    const fault = findFault(directory, path);
    if (fault === null) files.push({ name, read: () => readBundle(directory, path) });
    else events.push(buildFaultEvent(name, fault));
  }
  return { files, events };
}

/** Why a file cannot be opened, or null. */
function findFault(directory: Folder, path: string): string | null {
  try {
    closeSync(directory.openFile(path, { links: true }).descriptor);
    return null;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const code = codeOf(error);
    return code === "folder.outside" || code === "folder.not_a_file"
      ? "it is not a file, or a symbolic link that leads out"
      : `it cannot be opened: ${errorMessage(error)}`;
  }
}

/** Reads a bundle after pending events have run, because small files are read synchronously. */
async function readBundle(directory: Folder, path: string): Promise<Uint8Array> {
  await pauseWork();
  return await directory.readFile(path, LIMITS.committedBytes, { links: true });
}

function buildFaultEvent(name: string, fault: string): LogEvent {
  return {
    event: "bundle_not_in_workspace",
    level: "warning",
    message: `Cannot take bundle ${quote(name)}: ${fault}`,
    fileName: quote(name).slice(1, -1),
  };
}

function createWorkspaceError({ path }: Folder, reason: string): CommitError {
  return new CommitError("commit.no_bundles", `Cannot commit ${quote(path)}: ${reason}`);
}

function isUnreadable(error: unknown): boolean {
  return error instanceof FolderError || UNREADABLE.has(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
