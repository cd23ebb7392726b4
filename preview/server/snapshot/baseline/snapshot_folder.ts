import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorMessage, quote } from "../../../../core/errors/mod.ts";
import { FolderError, openFolder } from "../../../../terminal/files/mod.ts";
import { SnapshotError } from "../errors.ts";

export const REPORT_FILE = "report.json";

/** The document of a folder, by what the folder holds. */
export const DOCUMENTS = { snapshot: REPORT_FILE, review: "index.html", site: "index.html" } as const;

type FolderKind = keyof typeof DOCUMENTS;

/** The folders of a site's files. */
const SITE_FOLDERS: readonly string[] = ["app", "bundles", "data", "pictures"];

/** The folder of a project's last snapshot. */
export function snapshotFolderOf(project: string): string {
  return join(project, ".tck", "snapshot");
}

/** The folder of a project's accepted pictures. */
export function baselineFolderOf(project: string): string {
  return join(project, "snapshots");
}

/**
 * A folder of files and one document about them. It is written under a temporary name and renamed when it is complete:
 * a reader sees the former one or this one.
 */
export class SnapshotFolder {
  readonly #temporary: string;

  private constructor(private readonly path: string, private readonly kind: FolderKind) {
    this.#temporary = `${path}.${randomUUID()}.tmp`;
  }

  /**
   * Begins a snapshot.
   *
   * @param path absolute
   * @throws {SnapshotError} `folder.occupied` when the folder holds something other than a snapshot, `folder.unwritable`
   * when it cannot be created
   */
  static async create(path: string, kind: FolderKind = "snapshot"): Promise<SnapshotFolder> {
    const folder = new SnapshotFolder(path, kind);
    try {
      await checkReplaceable(path, kind);
      await mkdir(dirname(path), { recursive: true });
      await mkdir(folder.#temporary);
    } catch (error) {
      if (error instanceof SnapshotError) throw error;
      throw new SnapshotError(
        "folder.unwritable",
        `Cannot write the ${kind} to ${quote(path)}: ${errorMessage(error)}; give another folder by --out`,
        { cause: error },
      );
    }
    return folder;
  }

  /** @param name the name of the file, in a site below one of its folders */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    if (name.includes("/")) await mkdir(join(this.#temporary, dirname(name)), { recursive: true });
    await writeFile(join(this.#temporary, name), content);
  }

  /** Replaces the former snapshot. */
  async finish(): Promise<void> {
    await checkReplaceable(this.path, this.kind);
    const former = `${this.path}.${randomUUID()}.old`;
    const hadFormer = await rename(this.path, former).then(() => true, () => false);
    try {
      await rename(this.#temporary, this.path);
    } catch (error) {
      if (hadFormer) await rename(former, this.path);
      throw error;
    }
    if (hadFormer) await rm(former, { recursive: true });
  }

  /** Deletes what was written; does nothing after {@link finish}. */
  async discard(): Promise<void> {
    await rm(this.#temporary, { recursive: true, force: true });
  }
}

/** What the page of a review or a site has: a folder with a page of another program is not replaced. */
export const GENERATOR = "tck-preview";

/** How much of a page is read for its head, in bytes. A review has its pictures in the page. */
const MAX_HEAD_BYTES = 65_536;

/** The names of a site's files: each has a hash of its content, that of a module of the shell by esbuild, or of the name of a
 * picture. */
const HASHED_NAME =
  /(?:-[0-9a-f]{20}\.\w+|-[0-9A-Z]{8}\.(?:js|css)|^[0-9a-f]{32}-(?:after|before|difference)\.png)$/;

async function checkReplaceable(path: string, kind: FolderKind): Promise<void> {
  const names: string[] | null = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") return null;
    throw error;
  });
  if (names?.length === 0 || names !== null && await isOwnFolder(path, names, kind)) return;
  throw new SnapshotError(
    "folder.occupied",
    `Cannot write the ${kind} to ${quote(path)}: the folder holds other files`,
  );
}

async function isOwnFolder(path: string, names: readonly string[], kind: FolderKind): Promise<boolean> {
  const document = DOCUMENTS[kind];
  const others = names.filter((name) => name !== document);
  if (others.length === names.length) return false;
  if (kind !== "site" && !others.every((name) => name.endsWith(".png"))) return false;
  if (kind === "snapshot") return true;
  if (!(await readOwnDocument(path, document)).includes(`content="${GENERATOR}"`)) return false;
  return kind === "review" || await holdsSite(path, others);
}

/** The beginning of a document, with its head. It may be a link, or a pipe that nobody writes to: then it is not of this program. */
async function readOwnDocument(path: string, document: string): Promise<string> {
  try {
    using folder = openFolder(path);
    return new TextDecoder().decode(await folder.readFile(document, MAX_HEAD_BYTES));
  } catch (error) {
    if (error instanceof FolderError) return "";
    throw error;
  }
}

async function holdsSite(path: string, names: readonly string[]): Promise<boolean> {
  if (!names.every((name) => SITE_FOLDERS.includes(name))) return false;
  const files = await Promise.all(
    names.map((name) => readdir(join(path, name), { recursive: true, withFileTypes: true })),
  );
  return files.flat().every((entry) => entry.isDirectory() || HASHED_NAME.test(entry.name));
}
