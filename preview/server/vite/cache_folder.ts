import { createHash } from "node:crypto";
import { accessSync, constants, lstatSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import {
  type Folder,
  FolderError,
  nullIfMissing,
  openFolder,
  writeAtomically,
} from "../../../terminal/files/mod.ts";
import { PreviewStartError } from "../errors.ts";

/** A configuration of TypeScript that says nothing, in the folder of the cache. */
export const TSCONFIG = "tsconfig.json";

/** The folder in the cache that Vite writes the bundled packages into. */
export const BUNDLED = "deps";

/**
 * Creates the folder that Vite keeps the bundled packages in, and returns its path. Vite would report that it cannot write
 * only when a page waits for its packages.
 *
 * @param project the project folder: a real path, or a link to it
 * @throws {PreviewStartError}
 */
export async function createCacheFolder(project: string): Promise<string> {
  const names = inProject(project);
  const path = names === null ? ownFolder(project) : join(project, ...names);
  try {
    if (names === null) mkdirSync(path, { recursive: true });
    using folder = names === null ? openFolder(path) : openCache(project, names);
    accessSync(path, constants.W_OK);
    await writeAtomically(folder.entryPath(TSCONFIG), "{}", { durable: false });
  } catch (cause) {
    if (cause instanceof PreviewStartError) throw cause;
    // Without the path, which is that of a descriptor.
    const [reason] = errorMessage(cause).split(", ");
    throw new PreviewStartError(
      "cache.unwritable",
      `Cannot write the bundled packages of the preview to ${
        quote(path)
      }: ${reason}; make this folder writable`,
      { cause },
    );
  }
  return path;
}

/** Opens the folder, and creates what is missing of it. A project can come from elsewhere: no link is followed in it. */
function openCache(project: string, names: readonly string[]): Folder {
  let folder = openFolder(project);
  try {
    for (const [index, name] of names.entries()) {
      const parent = folder;
      folder = enter(parent, name, names.slice(0, index + 1).join("/"));
      parent[Symbol.dispose]();
    }
    // Vite deletes what is in it.
    requireOwn(folder, BUNDLED, [...names, BUNDLED].join("/"));
    return folder;
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
}

function enter(parent: Folder, name: string, below: string): Folder {
  try {
    mkdirSync(parent.entryPath(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  try {
    return parent.openFolder(name);
  } catch (error) {
    throw error instanceof FolderError ? linked(below, error) : error;
  }
}

function requireOwn(folder: Folder, name: string, below: string): void {
  try {
    using _ = folder.openFolder(name);
  } catch (error) {
    if (error instanceof FolderError) throw linked(below, error);
    nullIfMissing(error);
  }
}

function linked(below: string, cause: FolderError): PreviewStartError {
  return new PreviewStartError(
    "cache.linked",
    `Cannot bundle the packages of the preview: ${
      quote(below)
    } of the project is a symbolic link, and the files ` +
      "there are not its own; delete the link",
    { cause },
  );
}

/** The folder's names below the project; null when it has no folder of packages of its own. */
function inProject(project: string): string[] | null {
  const packages = lstatSync(join(project, "node_modules"), { throwIfNoEntry: false });
  return packages?.isDirectory() ? ["node_modules", ".vite", `tck-preview-react-${reactVersion()}`] : null;
}

/** Beside the preview's own React. */
function ownFolder(project: string): string {
  const scope = createHash("sha256").update(project).digest("hex").slice(0, 16);
  return join(dirname(dirname(REACT)), ".vite", `tck-preview-${scope}-react-${reactVersion()}`);
}

/** Each version of React has its own folder. */
function reactVersion(): string {
  return require(REACT).version;
}

const require = createRequire(import.meta.url);
const REACT = require.resolve("react/package.json");
