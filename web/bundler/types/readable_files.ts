import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PackageFolders } from "../compile/sources/mod.ts";

/** The folders of the kit: a project may have its types from the sources of this tree. */
const [WEB, CORE] = ["../..", "../../../core"].map((path) => {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  return realOf(folder) ?? folder;
}) as [string, string];

/**
 * The files of which a check of types may show something: those that a build may read (decision 080), the kit's with the
 * packages that it is installed with, and TypeScript's own.
 */
export class ReadableFiles {
  readonly #folders: readonly PackageFolders[];
  readonly #others: readonly string[];

  /** @param root the project folder, as a real path @param typescript the folder of TypeScript */
  constructor(root: string, typescript: string) {
    this.#folders = [new PackageFolders(root), new PackageFolders(WEB)];
    const real = realOf(typescript) ?? typescript;
    // Its programs for each system are packages of a scope beside it.
    const scope = join(dirname(real), "@typescript");
    const parts = listEntries(scope).map((name) => join(scope, name));
    this.#others = [real, ...parts, CORE].map((folder) => realOf(folder) ?? folder);
  }

  /** Whether a file is one of them; a file that does not exist has nothing that could be shown. */
  include(path: string): boolean {
    const real = realOf(path);
    return real === null || this.#folders.some((folders) => folders.hold(real)) ||
      this.#others.some((folder) => real.startsWith(folder + sep));
  }
}

function listEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
