import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { BundleGlob } from "./bundle_glob.ts";

/** One walk over the disk. Each folder is watched before it is listed, so that no later change is missed. */
export class BundleWalk {
  readonly #listings = new Map<string, Promise<readonly Dirent[] | null>>();

  /** @param watchFolder Called with every folder before it is listed */
  constructor(private readonly watchFolder: (path: string) => Promise<void> | void) {}

  /**
   * Finds the files that a glob matches. Symbolic links are followed, except to a folder above them.
   *
   * @returns the paths below the glob's root
   */
  async find(glob: BundleGlob): Promise<string[]> {
    const found: string[] = [];
    if (await this.#list(glob.root) === null) {
      await this.#watchNearestParent(dirname(glob.root));
      return found;
    }
    await this.#descend(glob, "", [await realpath(glob.root).catch(() => glob.root)], found);
    return found;
  }

  async #descend(
    glob: BundleGlob,
    relDirectory: string,
    ancestors: readonly string[],
    found: string[],
  ): Promise<void> {
    const prefix = relDirectory === "" ? "" : `${relDirectory}/`;
    const entries = await this.#list(prefix === "" ? glob.root : `${glob.root}/${relDirectory}`) ?? [];
    for (const entry of entries) {
      const relPath = prefix + entry.name;
      const path = `${glob.root}/${relPath}`;
      const mayDescend = glob.mayMatchBelow(relPath);
      const matches = glob.matches(relPath);
      if (!mayDescend && !matches) continue;
      const kind = await kindOf(entry, path);
      if (matches && kind === "file") found.push(relPath);
      if (!mayDescend || kind !== "folder") continue;
      const target = entry.isSymbolicLink() ? await realpath(path).catch(() => null) : null;
      if (target !== null && ancestors.includes(target)) continue;
      const real = target ?? `${ancestors.at(-1)}/${entry.name}`;
      await this.#descend(glob, relPath, [...ancestors, real], found);
    }
  }

  /** The root does not exist yet: its creation shows in the nearest folder above it that does. */
  async #watchNearestParent(path: string): Promise<void> {
    if (await this.#list(path) === null && dirname(path) !== path) {
      await this.#watchNearestParent(dirname(path));
    }
  }

  #list(path: string): Promise<readonly Dirent[] | null> {
    const known = this.#listings.get(path);
    if (known !== undefined) return known;
    const listing = this.#watchAndList(path);
    this.#listings.set(path, listing);
    return listing;
  }

  async #watchAndList(path: string): Promise<readonly Dirent[] | null> {
    const isFolder = await stat(path).then((stats) => stats.isDirectory(), () => false);
    if (!isFolder) return null;
    await this.watchFolder(path);
    return await readdir(path, { withFileTypes: true }).catch(() => null);
  }
}

async function kindOf(entry: Dirent, path: string): Promise<"file" | "folder" | "other"> {
  const kind = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
  return kind?.isFile() ? "file" : kind?.isDirectory() ? "folder" : "other";
}
