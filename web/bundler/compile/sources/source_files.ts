import { join, relative, sep } from "node:path";
import type * as esbuild from "esbuild";
import { sha256 } from "../../../../core/bytes/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import { host } from "../../host/mod.ts";
import { messageLocation } from "./message_location.ts";
import { PackageFolders } from "./package_folders.ts";

/**
 * The files that go into one widget. Each is read once: the same bytes are bundled, evaluated and recorded, even when an
 * editor saves in between. Paths are real paths.
 */
export class SourceFiles {
  readonly #contents = new Map<string, Promise<Uint8Array>>();
  readonly #folders: PackageFolders;

  /** @param root the project folder */
  constructor(readonly root: string) {
    this.#folders = new PackageFolders(root);
  }

  /** Whether a file is the author's: in the project, and not of an installed package. */
  owns(path: string): boolean {
    return path.startsWith(this.root + sep) && !isInNodeModules(path);
  }

  /** Whether a file may go into a widget: it is the author's or one of a package of the project. */
  allows(path: string): boolean {
    return this.#folders.hold(path);
  }

  /** The path of a file relative to the project, as diagnostics have it. */
  nameOf(path: string): string {
    return relative(this.root, path).split(sep).join("/");
  }

  /** The files that were read, or are being read. */
  list(): string[] {
    return [...this.#contents.keys()];
  }

  /** @throws {Error} when the file may not go into a widget, or cannot be read */
  read(path: string): Promise<Uint8Array> {
    const known = this.#contents.get(path) ?? this.#read(path);
    this.#contents.set(path, known);
    return known;
  }

  async #read(path: string): Promise<Uint8Array> {
    if (!this.allows(path)) throw new Error(`Cannot read ${quote(path)}: it is not a file of the project`);
    return await (this.owns(path)
      ? host.files.readBelow(this.root, relative(this.root, path))
      : host.files.read(path));
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
      if (contents) digests[path] = toHex(await sha256(contents));
    }
    return digests;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isInNodeModules(path: string): boolean {
  return path.includes(join(sep, "node_modules", sep));
}

/**
 * Makes esbuild read all files through `files`.
 *
 * @param disabled the files in whose place a `package.json` has an empty module
 */
export function readSourceFiles(
  files: SourceFiles,
  disabled: ReadonlySet<string> = new Set(),
): esbuild.Plugin {
  return {
    name: "tck-source-files",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        if (disabled.has(path)) return { contents: "", loader: "empty" };
        const contents = await files.read(path);
        if (files.owns(path) && TEXT_FILE.test(path) && !isUtf8(contents)) {
          return { errors: [encodingError(files, path, contents)] };
        }
        return { contents, loader: "default" };
      });
      build.onLoad({ filter: /^data:text\/(?:javascript|css)[;,]/, namespace: "dataurl" }, ({ path }) => {
        const [, type, data] = /^data:text\/(javascript|css)[^,]*,(.*)$/s.exec(path)!;
        return { contents: decodeData(path, data!), loader: type === "css" ? "css" : "js" };
      });
    },
  };
}

function decodeData(url: string, data: string): string {
  if (!/^[^,]*;base64,/.test(url)) return decodeURIComponent(data);
  const digits = data.replaceAll("-", "+").replaceAll("_", "/").replaceAll(/[^A-Za-z0-9+/]/g, "");
  return new TextDecoder().decode(Uint8Array.from(atob(digits), (character) => character.charCodeAt(0)));
}

const TEXT_FILE = /\.(?:[cm]?[jt]sx?|json|txt|css)$/;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** esbuild would read the invalid bytes as U+FFFD. */
function encodingError(files: SourceFiles, path: string, contents: Uint8Array): esbuild.PartialMessage {
  const text = new TextDecoder().decode(contents);
  return {
    text: "the file is not UTF-8; save it in this encoding",
    detail: path.endsWith(".css") ? "stylesheet.invalid" : "source.syntax",
    location: messageLocation(files.nameOf(path), text, text.indexOf("\ufffd")),
  };
}
