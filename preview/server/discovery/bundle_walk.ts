import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { BundleGlob } from "./bundle_glob.ts";

/** One walk over the disk: each folder is watched before it is listed, so that nothing that comes later goes unseen. */
export class BundleWalk {
  readonly #listings = new Map<string, Promise<readonly Dirent[] | null>>();

  /** @param watchFolder Called with every folder before it is listed. */
  constructor(private readonly watchFolder: (path: string) => Promise<void> | void) {}

  /**
   * Finds what a glob matches. Symbolic links are followed, but not in a circle.
   *
   * @returns the paths below the glob's root
   */
  async find(glob: BundleGlob): Promise<string[]> {
    const found: string[] = [];
    if (await this.#list(glob.root) === null) {
      await this.#awaitFolder(dirname(glob.root));
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
      const canLead = glob.leadsTo(relPath);
      const matches = glob.matches(relPath);
      if (!canLead && !matches) continue;
      const kind = await kindOf(entry, `${glob.root}/${relPath}`);
      if (matches && kind === "file") found.push(relPath);
      if (!canLead || kind !== "folder") continue;
      const place = entry.isSymbolicLink()
        ? await realpath(`${glob.root}/${relPath}`).catch(() => null)
        : null;
      if (place !== null && ancestors.some((ancestor) => ancestor === place)) continue;
      const real = place ?? `${ancestors.at(-1)}/${entry.name}`;
      await this.#descend(glob, relPath, [...ancestors, real], found);
    }
  }

  /** The root does not exist yet: it is seen coming from the nearest folder above that does. */
  async #awaitFolder(path: string): Promise<void> {
    if (await this.#list(path) === null && dirname(path) !== path) await this.#awaitFolder(dirname(path));
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
