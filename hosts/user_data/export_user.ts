import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { createTarPacker } from "modern-tar";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { formatUserFolder } from "../../core/naming/mod.ts";
import { replaceFile } from "../../terminal/files/mod.ts";
import { keysOfRow, readUserRows, type ServiceDependencies, USER_TABLES } from "../postgres/mod.ts";
import { UserDataError } from "./errors.ts";

/** One file of an export, as its manifest lists it. */
export interface ExportedFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The manifest of an export, which is its last file. */
export interface ExportManifest {
  readonly type: "tck.export.v1";
  readonly userId: string;
  /** RFC 3339, UTC. */
  readonly exportedAt: string;
  readonly files: readonly ExportedFile[];
  /** The keys of objects that an exported row references and that are not in the archive, since they do not exist. */
  readonly missing: readonly string[];
}

/**
 * Writes everything that is stored of a user into one tar archive: each table as lines of JSON in `rows/`, as an erasure
 * counts them, the objects in `objects/`, and `manifest.json` with the SHA-256 of each file. The rows are those of one
 * moment; their objects are kept for the retention after that.
 *
 * @param path The file. It is written beside its place, and appears whole
 * @throws {UserDataError} `user_data.cannot_write`
 */
export async function exportUser(
  deps: ServiceDependencies,
  userId: string,
  path: string,
): Promise<ExportManifest> {
  const temporary = `${path}.${deps.createId()}.tmp`;
  try {
    return await replaceFile(path, (file) => writeArchive(deps, userId, file), { temporary });
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const message = `Cannot write the export to ${quote(path)}: ${errorMessage(error)}`;
    throw new UserDataError("user_data.cannot_write", message, { cause: error });
  }
}

async function writeArchive(
  { database, objects, clock }: ServiceDependencies,
  userId: string,
  path: string,
): Promise<ExportManifest> {
  const { readable, controller } = createTarPacker();
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await once(file, "open");
  const closed = new Promise<void>((resolve) => file.once("close", () => resolve()));
  const written = readable.pipeTo(Writable.toWeb(file) as WritableStream<Uint8Array>);
  const exportedAt = new Date(clock.now()).toISOString();
  const files: ExportedFile[] = [];
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    const header = { name, size: bytes.length, mtime: new Date(clock.now()), mode: 0o600 };
    const entry = controller.add(header).getWriter();
    await entry.write(bytes);
    await entry.close();
    files.push({ name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  };
  try {
    const rows = await readUserRows(database, userId);
    for (const table of USER_TABLES) {
      await add(
        `rows/${table}.jsonl`,
        encode(rows[table].map((line) => `${line}\n`)),
      );
    }
    const exported = await addObjects(objects, userId, add);
    // The rows may be gone by now, with their objects.
    const referenced = new Set(rows.widgets.flatMap((line) => keysOfRow(userId, JSON.parse(line))));
    const missing = [...referenced].filter((key) => !exported.has(key));
    const manifest = { type: "tck.export.v1", userId, exportedAt, files: [...files], missing } as const;
    await add("manifest.json", encode([`${JSON.stringify(manifest, null, 2)}\n`]));
    controller.finalize();
    await written;
    return manifest;
  } catch (error) {
    controller.error(error);
    await written.catch(() => {});
    file.destroy(); // A stream that is aborted closes its file later.
    await closed;
    throw error;
  }
}

/** Adds every object of the user. Returns their keys. */
async function addObjects(
  objects: ServiceDependencies["objects"],
  userId: string,
  add: (name: string, bytes: Uint8Array) => Promise<void>,
): Promise<Set<string>> {
  const folder = formatUserFolder(userId);
  const exported = new Set<string>();
  for await (const { key } of objects.list(folder)) {
    const bytes = await objects.get(key);
    if (bytes === null) continue; // deleted since
    await add(`objects/${key.slice(folder.length)}`, bytes);
    exported.add(key);
  }
  return exported;
}

function encode(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join(""));
}
