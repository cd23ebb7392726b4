import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type * as esbuild from "esbuild";
import { digest } from "./build_record.ts";

/**
 * The project's own files that go into one widget, each read once: what is bundled, what is evaluated and what the build
 * record vouches for are the same bytes, even when an editor saves in between.
 */
export class SourceFiles {
  readonly #contents = new Map<string, Uint8Array | Promise<Uint8Array>>();

  /** @param root the project folder, as a real path */
  constructor(readonly root: string) {}

  /** Whether a file is the author's: in the project, and not of an installed package. */
  owns(path: string): boolean {
    return path.startsWith(this.root + sep) && !isPackageFile(path);
  }

  /** The bytes of a file of the project. */
  async read(path: string): Promise<Uint8Array> {
    const known = this.#contents.get(path) ?? readFile(path);
    this.#contents.set(path, known);
    return await known;
  }

  /** The bytes of a small file that was not read before: to wait for them would take longer than to read them. */
  readNow(path: string): Uint8Array {
    const contents = readFileSync(path);
    this.#contents.set(path, contents);
    return contents;
  }

  /** The files that were read, by their paths relative to the project. */
  paths(): string[] {
    return [...this.#contents.keys()].map((path) => relative(this.root, path).split(sep).join("/"));
  }

  /** The digest of each file that was read, by its path relative to the project. */
  async digests(): Promise<{ [path: string]: string }> {
    const digests: { [path: string]: string } = {};
    for (const [path, contents] of this.#contents) {
      digests[relative(this.root, path)] = digest(await contents);
    }
    return digests;
  }
}

/** Whether a file belongs to an installed package. */
export function isPackageFile(path: string): boolean {
  return path.includes(join(sep, "node_modules", sep));
}

/** Makes esbuild take the project's own files from where they are read once. */
export function readOnce(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-source-files",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        return files.owns(path) ? { contents: await files.read(path), loader: "default" } : null;
      });
    },
  };
}
