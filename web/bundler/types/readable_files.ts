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

  /** Whether a file is one of them; one that does not exist is not. */
  include(path: string): boolean {
    const real = realOf(path);
    return real !== null && (this.#folders.some((folders) => folders.hold(real)) ||
      this.#others.some((folder) => real.startsWith(folder + sep)));
  }

  /**
   * The first of some files that is not one of them. A name with a line break would be lines of a list that look like other
   * files: it is in the folder of the first of these lines, and counts as not one of them.
   *
   * @param list lines of absolute paths, with slashes
   */
  findOther(list: readonly string[]): string | undefined {
    const folders = new Set(list.map((line) => line.slice(0, line.lastIndexOf("/") + 1)));
    for (const folder of folders) {
      const torn = listEntries(folder).find((name) => name.includes("\n"));
      if (torn !== undefined) return folder + torn;
    }
    return list.find((line) => !this.include(line));
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
