import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { isAbsolute, parse, relative, sep } from "node:path";
import { quote } from "../../core/errors/mod.ts";
import { FolderError } from "./errors.ts";
import { readDescriptor } from "./read_descriptor.ts";

export interface OpenOptions {
  /** Whether symbolic links that stay below the folder are followed. @default false */
  readonly links?: boolean;
}

/** An open file. Its opener closes the descriptor. */
export interface OpenFile {
  readonly descriptor: number;
  /** Its path below the folder, without symbolic links, with slashes. */
  readonly path: string;
}

/** An entry of a folder. A symbolic link is neither a file nor a folder. */
export interface FolderEntry {
  /** A name that is not UTF-8 has U+FFFD in place of its invalid bytes, and cannot be opened. */
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
}

/** The most links that Linux follows in one path. */
const MAX_LINKS = 40;

/** A pipe or a terminal is opened without waiting for its other end. Windows has none of these flags. */
const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0);

/**
 * A folder of which another process may change the content at any time. What is below it is opened component by component,
 * each from the folder before, and this class follows the links itself: what is opened was below the folder.
 */
export abstract class Folder implements Disposable {
  /** @param path absolute and real when the folder was opened, for messages and for absolute links to its inside */
  constructor(readonly path: string) {}

  /**
   * The path by which functions of `node:fs` reach an entry of this folder, whatever has become of the folder's own path.
   * It is valid while the folder is open, and the entry itself may be a symbolic link.
   */
  entryPath(name: string): string {
    if (name === "" || name === "." || name === ".." || name.includes("/") || name.includes(sep)) {
      const message = `Cannot open ${quote(name)}: it is not the name of an entry`;
      throw new FolderError("folder.invalid_name", message);
    }
    return this.pathOf(name);
  }

  /**
   * Opens a folder below this one, or this one again if the path is empty.
   *
   * @throws {FolderError}
   * @throws {Error} of the system, with its code
   */
  openFolder(path: string, options: OpenOptions = {}): Folder {
    return this.#walk(path, options, (folder, name) => name === null ? folder.reopen() : folder.enter(name))
      .found;
  }

  /**
   * Opens a regular file below this folder for reading.
   *
   * @throws {FolderError}
   * @throws {Error} of the system, with its code
   */
  openFile(path: string, options: OpenOptions = {}): OpenFile {
    const { found, names } = this.#walk(path, options, (folder, name) => {
      if (name === null) throw notAFile(path);
      return requireFile(folder.open(name, FILE_FLAGS), path);
    });
    return { descriptor: found, path: names.join("/") };
  }

  /**
   * Reads a regular file below this folder, up to one byte over the limit.
   *
   * @throws {FolderError}
   * @throws {Error} of the system, with its code
   */
  async readFile(path: string, limit: number, options: OpenOptions = {}): Promise<Uint8Array> {
    const { descriptor } = this.openFile(path, options);
    try {
      return await readDescriptor(descriptor, limit);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Lists the folder's entries, in no order. */
  abstract entries(): AsyncGenerator<FolderEntry>;

  abstract [Symbol.dispose](): void;

  /** Opens the folder once more. */
  protected abstract reopen(): Folder;

  /** Opens a folder in this one; a symbolic link is an error. */
  protected abstract enter(name: string): Folder;

  /** Opens anything else in this folder; a symbolic link is an error. */
  protected abstract open(name: string, flags: number): number;

  protected abstract pathOf(name: string): string;

  /**
   * Goes along a path, and calls the function with the last folder and the name in it, which is null if the path ends with
   * a folder that is open already.
   */
  #walk<Found>(
    path: string,
    { links = false }: OpenOptions,
    openLast: (folder: Folder, name: string | null) => Found,
  ): { found: Found; names: string[] } {
    const pending = splitPath(path);
    const opened: { folder: Folder; name: string }[] = [];
    let followed = 0;
    try {
      for (;;) {
        const folder = opened.at(-1)?.folder ?? this;
        const names = opened.map(({ name }) => name);
        const name = pending.shift();
        if (name === undefined) return { found: openLast(folder, null), names };
        if (name === "..") {
          if (opened.length === 0) throw outside(path, this.path);
          opened.pop()!.folder[Symbol.dispose]();
          continue;
        }
        try {
          if (pending.length === 0) return { found: openLast(folder, name), names: [...names, name] };
          opened.push({ folder: folder.enter(name), name });
        } catch (error) {
          const target = readLink(folder.pathOf(name));
          if (target === null) throw error;
          if (!links) throw linked(path);
          if (++followed > MAX_LINKS) throw tooManyLinks(path);
          if (isAbsolute(target)) {
            pending.unshift(...splitPath(this.#fromHere(target, path)));
            for (const { folder } of opened.splice(0)) folder[Symbol.dispose]();
          } else {
            pending.unshift(...splitPath(target));
          }
        }
      }
    } finally {
      for (const { folder } of opened) folder[Symbol.dispose]();
    }
  }

  /** The rest of an absolute link below this folder. */
  #fromHere(target: string, path: string): string {
    const rest = relative(this.path, target);
    if (isAbsolute(rest) || rest === ".." || rest.startsWith(`..${sep}`)) throw outside(path, this.path);
    return rest;
  }
}

function splitPath(path: string): string[] {
  return path.slice(parse(path).root.length).split(sep === "/" ? "/" : /[\\/]/)
    .filter((name) => name !== "" && name !== ".");
}

/** The target of a symbolic link, or null if there is none. */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function requireFile(descriptor: number, path: string): number {
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw notAFile(path);
}

/** Opens a regular file by a path that its caller has chosen, links included. */
export function openRegularFile(path: string): number {
  const flags = FILE_FLAGS & ~(constants.O_NOFOLLOW ?? 0);
  return requireFile(openSync(path, flags), path);
}

function outside(path: string, folder: string): FolderError {
  const message = `Cannot open ${quote(path)}: it leads out of ${quote(folder)} over a symbolic link`;
  return new FolderError("folder.outside", message);
}

function linked(path: string): FolderError {
  return new FolderError("folder.linked", `Cannot open ${quote(path)}: it is reached by a symbolic link`);
}

function tooManyLinks(path: string): FolderError {
  return new FolderError(
    "folder.too_many_links",
    `Cannot open ${quote(path)}: it has too many symbolic links`,
  );
}

function notAFile(path: string): FolderError {
  return new FolderError("folder.not_a_file", `Cannot open ${quote(path)}: it is not a regular file`);
}
