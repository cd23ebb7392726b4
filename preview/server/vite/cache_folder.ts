import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import { findUserCache, writeAtomically } from "../../../terminal/files/mod.ts";
import { PreviewStartError } from "../errors.ts";

/** A configuration of TypeScript that says nothing, in the folder of the cache. */
export const TSCONFIG = "tsconfig.json";

/** The folder in the cache that Vite writes the bundled packages into. */
export const BUNDLED = "deps";

/** A file in the folder of the cache: the path of its project. */
const PROJECT = "project.txt";

/**
 * Creates the folder that Vite keeps the bundled packages of a project in, and returns its real path. It is in the user's
 * cache: a project from elsewhere could bring packages that are bundled already, of other code, and every page would run
 * them. Vite would report that it cannot write only when a page waits for its packages.
 *
 * @param project the project folder: a real path, or a link to it
 * @throws {PreviewStartError}
 */
export async function createCacheFolder(project: string): Promise<string> {
  const real = realpathSync(project);
  const scope = createHash("sha256").update(real).digest("hex").slice(0, 32);
  // By this name Vite and its plugins tell packages from sources.
  const folders = join(findUserCache(), "tck", "preview", "node_modules");
  // Each version of React has its own folder.
  const path = join(folders, `${scope}-react-${require("react/package.json").version}`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
    await writeAtomically(join(path, TSCONFIG), "{}", { durable: false });
    await writeAtomically(join(path, PROJECT), real, { durable: false });
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new PreviewStartError(
      "cache.unwritable",
      `Cannot write the bundled packages of the preview to ${quote(path)}: ${reason}; make this folder ` +
        "writable, or set XDG_CACHE_HOME to one that is",
      { cause },
    );
  }
  await deleteLeftOver(folders);
  return realpathSync(path);
}

/** Deletes the bundled packages of projects that there are no more. */
async function deleteLeftOver(folders: string): Promise<void> {
  for (const name of await readdir(folders)) {
    try {
      if (existsSync(readFileSync(join(folders, name, PROJECT), "utf8"))) continue;
      await rm(join(folders, name), { recursive: true, force: true });
    } catch {
      // Another preview creates or deletes it.
    }
  }
}

const require = createRequire(import.meta.url);
