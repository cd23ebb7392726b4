import { packTar } from "modern-tar";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createGzip } from "node:zlib";
import { LIMITS } from "../../core/contract/mod.ts";
import type { Folder, FolderEntry } from "../../terminal/files/mod.ts";
import { letOthersRun, pauseWork } from "../time/mod.ts";

/** Maximum size of a source before it is packed, in bytes (16 MiB). */
const MAX_UNPACKED_BYTES = 16_777_216;
/** Most files and folders of a source: packed, more of them would hardly fit into an archive. */
const MAX_ENTRIES = 4_096;
/** Deepest folder of a source. */
const MAX_DEPTH = 32;

/** A source that is not stored, because of a limit. */
export class SourceLimitError extends Error {
  override readonly name = "SourceLimitError";
}

/** Which of these widgets (`<NNN>_<slug>`) have a source folder in the project that is not reached by a symbolic link. */
export function findSources(project: Folder, names: readonly string[]): Set<string> {
  return new Set(names.filter((name) => hasFolder(project, `widgets/${name}`)));
}

function hasFolder(project: Folder, path: string): boolean {
  try {
    using _ = project.openFolder(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Packs `widgets/<NNN>_<slug>/**` as tar.gz, for preloading in the next batch (lifecycle specification, B.1 step 4). The
 * same files give the same bytes. Symbolic links are omitted.
 *
 * @throws {SourceLimitError} if it is too large, or has too many files
 */
export async function packSource(project: Folder, name: string): Promise<Uint8Array> {
  const entries = [];
  let size = 0;
  using folder = project.openFolder(`widgets/${name}`);
  const walk = { entries: 0 };
  for await (const { path, read } of walkFiles(folder, `widgets/${name}`, 0, walk)) {
    const body = await read(MAX_UNPACKED_BYTES - size);
    size += body.length;
    if (size > MAX_UNPACKED_BYTES) throw new SourceLimitError(`it is over ${MAX_UNPACKED_BYTES} bytes`);
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
  const archive = await compress(await packTar(entries));
  if (archive.length <= LIMITS.sourceArchiveBytes) return archive;
  throw new SourceLimitError(`it is over ${LIMITS.sourceArchiveBytes} bytes packed`);
}

/** How many bytes are compressed at once: about 20 ms. */
const COMPRESSED_AT_ONCE = 262_144;

/** Compresses by gzip, in parts between which other events are handled. */
async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  const gzip = createGzip({ level: 9 });
  const parts: Uint8Array[] = [];
  gzip.on("data", (part: Uint8Array) => parts.push(part));
  const ended = once(gzip, "end");
  for (let at = 0; at < bytes.length; at += COMPRESSED_AT_ONCE) {
    await new Promise((resolve) => gzip.write(bytes.subarray(at, at + COMPRESSED_AT_ONCE), resolve));
    await letOthersRun();
  }
  gzip.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

/** A file of a source, which is read while the walk waits. */
interface SourceFile {
  /** With slashes. */
  readonly path: string;
  readonly read: (limit: number) => Promise<Uint8Array>;
}

/** The files below a folder, in an order that does not depend on the file system. */
async function* walkFiles(
  folder: Folder,
  folderPath: string,
  depth: number,
  walk: { entries: number },
): AsyncGenerator<SourceFile> {
  if (depth > MAX_DEPTH) throw new SourceLimitError(`it has folders more than ${MAX_DEPTH} deep`);
  const entries: FolderEntry[] = [];
  for await (const entry of folder.entries()) {
    if (++walk.entries > MAX_ENTRIES) {
      throw new SourceLimitError(`it has more than ${MAX_ENTRIES} files and folders`);
    }
    entries.push(entry);
  }
  entries.sort((left, right) => left.name < right.name ? -1 : 1);
  for (const entry of entries) {
    await pauseWork();
    const path = `${folderPath}/${entry.name}`;
    if (entry.kind === "folder") {
      using inner = folder.openFolder(entry.name);
      yield* walkFiles(inner, path, depth + 1, walk);
    } else if (entry.kind === "file") {
      yield { path, read: (limit) => folder.readFile(entry.name, limit) };
    }
  }
}
