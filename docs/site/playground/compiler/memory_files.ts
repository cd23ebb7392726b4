import { dirname, join } from "node:path";
import type { HostFiles } from "../../../../web/bundler/steps/mod.ts";

/** The files of the one project that is being compiled, in memory. There are no links, and nothing around the project. */
export class MemoryFiles implements HostFiles {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Map<string, Set<string>>();

  /** Replaces all files. @param files by their absolute paths */
  set(files: ReadonlyMap<string, Uint8Array>): void {
    this.#files.clear();
    this.#folders.clear();
    for (const [path, content] of files) {
      this.#files.set(path, content);
      let child = path;
      for (let folder = dirname(path); folder !== child; child = folder, folder = dirname(folder)) {
        const names = this.#folders.get(folder) ?? new Set();
        this.#folders.set(folder, names.add(child.slice(child.lastIndexOf("/") + 1)));
      }
    }
  }

  kindOf(path: string): "file" | "folder" | null {
    const normal = join(path);
    return this.#files.has(normal) ? "file" : this.#folders.has(normal) ? "folder" : null;
  }

  realPath(path: string): string | null {
    return this.kindOf(path) === null ? null : join(path);
  }

  readText(path: string): string {
    return new TextDecoder().decode(this.readNow(path));
  }

  read(path: string): Promise<Uint8Array> {
    return Promise.resolve().then(() => this.readNow(path));
  }

  readBelow(folder: string, path: string): Promise<Uint8Array> {
    return this.read(join(folder, path));
  }

  listPnpmFolders(): string[] {
    return [];
  }

  /** @throws when there is no such file */
  readNow(path: string): Uint8Array {
    const content = this.#files.get(join(path));
    if (content === undefined) throw new Error(`Cannot read ${JSON.stringify(path)}: there is no such file`);
    return content;
  }

  listFolder(path: string): string[] {
    return [...this.#folders.get(join(path)) ?? []].sort();
  }
}
