import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type * as esbuild from "esbuild";
import { quote } from "../../../../core/errors/mod.ts";
import { openFolder } from "../../../../terminal/files/mod.ts";
import { messageLocation } from "./message_location.ts";

/**
 * The files that go into one widget. Those of the project are read once: the same bytes are bundled, evaluated and
 * recorded, even when an editor saves in between. Paths are real paths.
 */
export class SourceFiles {
  readonly #contents = new Map<string, Promise<Uint8Array>>();
  readonly #packages: InstalledPackages;

  /** @param root the project folder */
  constructor(readonly root: string) {
    this.#packages = new InstalledPackages(root);
  }

  /** Whether a file is the author's: in the project, and not of an installed package. */
  owns(path: string): boolean {
    return path.startsWith(this.root + sep) && !isInNodeModules(path);
  }

  /** Whether a file may go into a widget: it is the author's or one of an installed package. */
  allows(path: string): boolean {
    return this.owns(path) || this.#packages.hold(path);
  }

  /** The path of a file relative to the project, as diagnostics have it. */
  nameOf(path: string): string {
    return relative(this.root, path).split(sep).join("/");
  }

  read(path: string): Promise<Uint8Array> {
    const known = this.#contents.get(path) ?? (this.owns(path) ? this.#readOwn(path) : readFile(path));
    this.#contents.set(path, known);
    return known;
  }

  async #readOwn(path: string): Promise<Uint8Array> {
    using root = openFolder(this.root);
    return await root.readFile(relative(this.root, path), Infinity);
  }

  /**
   * The SHA-256 of files, in hex, by their paths relative to the project, sorted.
   *
   * @param paths relative to the project; those of virtual modules are skipped
   */
  async digest(paths: readonly string[]): Promise<{ [path: string]: string }> {
    const own = Array.from(this.#contents.keys(), (path) => this.nameOf(path));
    const digests: { [path: string]: string } = {};
    for (const path of [...new Set([...own, ...paths])].sort()) {
      const contents = await this.read(join(this.root, path)).catch(() => null);
      if (contents) digests[path] = createHash("sha256").update(contents).digest("hex");
    }
    return digests;
  }
}

function isInNodeModules(path: string): boolean {
  return path.includes(join(sep, "node_modules", sep));
}

/**
 * The packages that a project has installed: in `node_modules` of its folder or of one above, or linked from there. A path
 * that only looks like one of a package, such as one of another project, does not count.
 */
class InstalledPackages {
  readonly #folders: Set<string>;

  constructor(root: string) {
    const above = [root];
    while (dirname(above.at(-1)!) !== above.at(-1)) above.push(dirname(above.at(-1)!));
    this.#folders = new Set(above.flatMap((folder) => tryRealPath(join(folder, "node_modules")) ?? []));
  }

  hold(path: string): boolean {
    if ([...this.#folders].some((folder) => path.startsWith(folder + sep))) return true;
    const [, folder, name] = /^(.*[\\/]node_modules)[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path) ?? [];
    if (folder === undefined || name === undefined) return false;
    const linked = join(folder, name);
    const isLinked = [...this.#folders].some((known) => tryRealPath(join(known, name)) === linked);
    // A package manager's store holds a package's own dependencies beside it.
    if (isLinked) this.#folders.add(folder);
    return isLinked;
  }
}

function tryRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Makes esbuild read the project's files through `files`, and rejects those that are neither the project's nor a package's. */
export function readSourceFiles(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-source-files",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        if (!files.allows(path)) return { errors: [importForbidden(path)] };
        if (!files.owns(path)) return null;
        const contents = await files.read(path);
        if (TEXT_FILE.test(path) && !isUtf8(contents)) {
          return { errors: [encodingError(files, path, contents)] };
        }
        return { contents, loader: "default" };
      });
    },
  };
}

const TEXT_FILE = /\.(?:[cm]?[jt]sx?|json|txt|css)$/;

/** esbuild would read the invalid bytes as U+FFFD. */
function encodingError(files: SourceFiles, path: string, contents: Uint8Array): esbuild.PartialMessage {
  const text = new TextDecoder().decode(contents);
  return {
    text: "the file is not UTF-8; save it in this encoding",
    detail: path.endsWith(".css") ? "stylesheet.invalid" : "source.syntax",
    location: messageLocation(files.nameOf(path), text, text.indexOf("\ufffd")),
  };
}

/** The message for what a widget must not import. */
export function importForbidden(path: string): esbuild.PartialMessage {
  return { text: `${quote(path)} cannot be imported by a widget`, detail: "import.forbidden" };
}
