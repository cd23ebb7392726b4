import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type BatchIdentity,
  type BundleFile,
  isBundleFileName,
  type LogEvent,
} from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { formatKindPath } from "../../core/naming/mod.ts";
import { CommitError } from "./errors.ts";

/** A project whose widgets were built. */
export interface Workspace {
  /** The project's folder, without symbolic links in its path. */
  readonly project: string;
  /** The files of `dist`. */
  readonly files: readonly BundleFile[];
  /** What was passed over, and why. */
  readonly events: readonly LogEvent[];
}

/**
 * Opens the project of a batch: `widget-batch` in the directory, or where the sandbox has it below a task's directory,
 * `{date}/{kind}/widget-batch` (lifecycle specification, phase A), or the directory itself when it is the project.
 * Symbolic links are followed inside of the directory only.
 *
 * @throws {CommitError} `commit.no_bundles`
 */
export async function openWorkspace(
  directory: string,
  { localDate, kind }: Pick<BatchIdentity, "localDate" | "kind">,
): Promise<Workspace> {
  const places = ["", `${localDate}/${kind}`, `${localDate}/${formatKindPath(kind)}`];
  const candidates = places.map((place) => join(directory, place, "widget-batch"));
  for (const candidate of [...candidates, directory]) {
    const dist = await realpathOrNull(join(candidate, "dist"));
    const project = await realpathOrNull(candidate);
    const root = await realpathOrNull(directory);
    if (dist === null || project === null || root === null) continue;
    const stray = !isInside(root, dist)
      ? "dist"
      : project !== root && !isInside(root, project)
      ? "widget-batch"
      : null;
    if (stray !== null) {
      throw new CommitError(
        "commit.no_bundles",
        `Cannot commit ${quote(directory)}: its folder ${stray} is a symbolic link that leads out of it`,
      );
    }
    return { project, ...await listFiles(root, dist) };
  }
  throw new CommitError(
    "commit.no_bundles",
    `Cannot commit ${quote(directory)}: it has no widget-batch/dist; build the widgets first`,
  );
}

/** A file of at most this size is read at once, in bytes (256 KiB): to wait for a thread would take longer. */
const READ_AT_ONCE = 262_144;

/**
 * Reads a file, but not more of it than one byte over the limit.
 *
 * @throws {Error} Also when it is no file: what stands in a file's place must not be waited for
 */
export async function readBounded(path: string, limit: number): Promise<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${quote(path)} is no file`);
    const bytes = new Uint8Array(Math.min(stats.size, limit + 1));
    let length = 0;
    while (length < bytes.length) {
      const count = bytes.length <= READ_AT_ONCE
        ? readSync(file, bytes, length, bytes.length - length, length)
        : await readPart(file, bytes, length);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Reads a bundle, after whatever else has come in meanwhile has had its turn. */
async function readInTurn(path: string): Promise<Uint8Array> {
  await setImmediate();
  return await readBounded(path, LIMITS.envelopeBytes);
}

/** Reads what comes at a place, on a thread of its own, and tells how much that was. */
function readPart(file: number, bytes: Uint8Array, from: number): Promise<number> {
  return new Promise((fulfil, reject) => {
    const end = (error: Error | null, count: number) => error === null ? fulfil(count) : reject(error);
    read(file, bytes, from, bytes.length - from, from, end);
  });
}

async function listFiles(root: string, dist: string): Promise<Pick<Workspace, "files" | "events">> {
  const files: BundleFile[] = [];
  const events: LogEvent[] = [];
  for (const entry of await readdir(dist, { withFileTypes: true })) {
    const { name } = entry;
    const path = entry.isFile() ? join(dist, name) : await findLinkedFile(root, join(dist, name));
    if (path !== null) {
      files.push({ name, read: () => readInTurn(path) });
    } else if (isBundleFileName(name)) {
      events.push({
        event: "bundle_not_in_workspace",
        level: "warning",
        message: `Cannot take bundle ${quote(name)}: it is not a file, or a symbolic link that leads out`,
        fileName: name,
      });
    }
  }
  return { files, events };
}

/** The file to which a symbolic link leads, unless it is none or leads out of the folder. */
async function findLinkedFile(root: string, link: string): Promise<string | null> {
  const path = await realpathOrNull(link);
  return path !== null && isInside(root, path) && (await lstat(path)).isFile() ? path : null;
}

/** Whether a path without symbolic links is below a folder whose path has none either. */
export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The path without symbolic links, or null when nothing is there. */
export async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
