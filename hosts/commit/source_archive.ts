import { packTar } from "modern-tar";
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { LIMITS } from "../../core/contract/mod.ts";
import { realpathOrNull } from "../protocol/mod.ts";
import { readBounded } from "./workspace.ts";

/** Maximum size of a source before it is packed, in bytes (16 MiB). */
const MAX_UNPACKED_BYTES = 16_777_216;

/**
 * The widgets (`<NNN>_<slug>`) that have a source folder in the project. Empty if `widgets` is a symbolic link.
 *
 * @param project Without symbolic links in its path
 */
export async function listSources(project: string): Promise<Set<string>> {
  if (await realpathOrNull(join(project, "widgets")) !== join(project, "widgets")) return new Set();
  const folders = readFolder(join(project, "widgets")).filter((entry) => entry.isDirectory());
  return new Set(folders.map((folder) => folder.name));
}

/**
 * Packs `widgets/<NNN>_<slug>/**` as tar.gz, for preloading in the next batch (lifecycle specification, B.1 step 4). The
 * same files give the same bytes. Symbolic links are omitted.
 *
 * @returns The archive, or null if it is larger than 128 KB
 */
export async function packSource(project: string, name: string): Promise<Uint8Array | null> {
  const entries = [];
  let size = 0;
  for (const path of walkFiles(project, `widgets/${name}`)) {
    const body = await readBounded(join(project, path), MAX_UNPACKED_BYTES - size);
    size += body.length;
    if (size > MAX_UNPACKED_BYTES) return null;
    entries.push({
      header: {
        name: path,
        size: body.length,
        type: "file" as const,
        mode: 0o644,
        mtime: new Date(0),
        uid: 0,
        gid: 0,
        uname: "",
        gname: "",
      },
      body,
    });
  }
  const archive = new Uint8Array(gzipSync(await packTar(entries), { level: 9 }));
  return archive.length <= LIMITS.sourceArchiveBytes ? archive : null;
}

/** The paths of the files below a folder, with slashes, in an order that does not depend on the file system. */
function* walkFiles(project: string, folder: string): Generator<string> {
  const entries = readFolder(join(project, folder));
  entries.sort((left, right) => left.name < right.name ? -1 : 1);
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFiles(project, path);
    else if (entry.isFile()) yield path;
  }
}

/** Synchronous, because waiting for a thread takes longer. */
function readFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}
