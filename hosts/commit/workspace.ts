import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
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
import { isInside, realpathOrNull } from "../protocol/mod.ts";
import { CommitError } from "./errors.ts";

/** A project with built widgets. */
export interface Workspace {
  /** The project's folder, without symbolic links in its path. */
  readonly project: string;
  /** The files of `dist`. */
  readonly files: readonly BundleFile[];
  /** Which files were ignored, and why. */
  readonly events: readonly LogEvent[];
}

/**
 * Opens the project of a batch: `widget-batch` in the directory, or `{date}/{kind}/widget-batch`, where the sandbox has it
 * below a task's directory (lifecycle specification, phase A), or the directory itself. Symbolic links that lead out of the
 * directory are not followed.
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
    const fault = !isInside(root, dist)
      ? "its folder dist is a symbolic link that leads out of it"
      : project !== root && !isInside(root, project)
      ? "its folder widget-batch is a symbolic link that leads out of it"
      : (await lstat(dist)).isDirectory()
      ? null
      : "its dist is not a folder";
    if (fault !== null) {
      throw new CommitError("commit.no_bundles", `Cannot commit ${quote(directory)}: ${fault}`);
    }
    return { project, ...await listFiles(root, dist) };
  }
  throw new CommitError(
    "commit.no_bundles",
    `Cannot commit ${quote(directory)}: it has no widget-batch/dist; build the widgets first`,
  );
}

/** Up to this size, in bytes (256 KiB), a file is read synchronously, because waiting for a thread takes longer. */
const MAX_SYNC_BYTES = 262_144;

/**
 * Reads a file, up to one byte over the limit.
 *
 * @throws {Error} Also if it is not a regular file: reading a pipe could block
 */
export async function readBounded(path: string, limit: number): Promise<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(`${quote(path)} is not a file`);
    const bytes = new Uint8Array(Math.min(stats.size, limit + 1));
    let length = 0;
    while (length < bytes.length) {
      const count = bytes.length <= MAX_SYNC_BYTES
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

/** Reads a bundle after pending events have run, because small files are read synchronously. */
async function readBundle(path: string): Promise<Uint8Array> {
  await setImmediate();
  return await readBounded(path, LIMITS.envelopeBytes);
}

/** Reads a part of a file on another thread, and returns its length. */
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
      files.push({ name, read: () => readBundle(path) });
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

/** The target of a symbolic link, or null if it is not a file below the folder. */
async function findLinkedFile(root: string, link: string): Promise<string | null> {
  const path = await realpathOrNull(link);
  return path !== null && isInside(root, path) && (await lstat(path)).isFile() ? path : null;
}
