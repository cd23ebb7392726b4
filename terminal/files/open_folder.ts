import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { quote } from "../../core/errors/mod.ts";
import { FolderError } from "./errors.ts";
import { Folder, type FolderEntry } from "./folder.ts";

/** By an entry of this folder, Linux reaches what is in an open folder. */
const DESCRIPTORS = "/proc/self/fd";

/** Linux's `O_PATH`, which Node does not name: a folder that may be searched but not listed can be entered. */
const O_PATH = 0o10000000;

const FOLDER_FLAGS = O_PATH | constants.O_DIRECTORY;

/**
 * Opens a folder. The path is the caller's choice, and links in it are followed.
 *
 * @throws {Error} of the system, with its code
 */
export function openFolder(path: string): Folder {
  return hasDescriptors() ? openByDescriptor(path) : openByIdentity(path);
}

/** Deno denies them to a process that has not got every permission. */
function hasDescriptors(): boolean {
  try {
    return process.platform === "linux" && statSync(DESCRIPTORS).isDirectory();
  } catch {
    return false;
  }
}

function openByDescriptor(path: string): Folder {
  const descriptor = openSync(path, FOLDER_FLAGS);
  return new DescriptorFolder(readlinkSync(`${DESCRIPTORS}/${descriptor}`), descriptor);
}

/** A folder on Linux: everything in it is opened from its descriptor. */
class DescriptorFolder extends Folder {
  #descriptor: number;

  constructor(path: string, descriptor: number) {
    super(path);
    this.#descriptor = descriptor;
  }

  override async *entries(): AsyncGenerator<FolderEntry> {
    // Listing has a descriptor of its own, since the folder may be closed meanwhile.
    const own = openSync(this.#self(), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      yield* listFolder(`${DESCRIPTORS}/${own}`);
    } finally {
      closeSync(own);
    }
  }

  override [Symbol.dispose](): void {
    if (this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }

  protected override reopen(): Folder {
    return new DescriptorFolder(this.path, openSync(this.#self(), FOLDER_FLAGS));
  }

  protected override enter(name: string): Folder {
    const descriptor = this.open(name, FOLDER_FLAGS | constants.O_NOFOLLOW);
    return new DescriptorFolder(join(this.path, name), descriptor);
  }

  protected override open(name: string, flags: number): number {
    const path = this.pathOf(name);
    try {
      return openSync(path, flags);
    } catch (error) {
      // People read the folder's path, not its descriptor.
      if (error instanceof Error) error.message = error.message.replace(path, join(this.path, name));
      throw error;
    }
  }

  protected override pathOf(name: string): string {
    return `${this.#self()}/${name}`;
  }

  #self(): string {
    // The number may be another folder's by now.
    if (this.#descriptor < 0) throw new TypeError(`the folder ${quote(this.path)} is closed`);
    return `${DESCRIPTORS}/${this.#descriptor}`;
  }
}

/** How often folder and entry are compared in turn: each time, an exchange would have to fit in between once more. */
const COMPARISONS = 4;

/** What {@link openFolder} does on systems that open nothing from a descriptor. */
export function openByIdentity(path: string): Folder {
  const real = realpathSync(path);
  return new IdentityFolder(real, null, statFolder(real));
}

/**
 * A folder elsewhere: device and inode of each folder on the way are compared before and after something is opened, and those
 * of what was opened with those of the walk. A process that exchanges folders in the rhythm of these comparisons could
 * still deceive it.
 */
class IdentityFolder extends Folder {
  readonly #parent: IdentityFolder | null;
  readonly #identity: string;

  constructor(path: string, parent: IdentityFolder | null, stats: BigIntStats) {
    super(path);
    this.#parent = parent;
    this.#identity = identityOf(stats);
  }

  override async *entries(): AsyncGenerator<FolderEntry> {
    this.#verify();
    const entries = await Array.fromAsync(listFolder(this.path));
    this.#verify();
    yield* entries;
  }

  override [Symbol.dispose](): void {}

  protected override reopen(): Folder {
    return new IdentityFolder(this.path, this.#parent, statFolder(this.path));
  }

  protected override enter(name: string): Folder {
    const path = this.pathOf(name);
    const folder = new IdentityFolder(path, this, statFolder(path));
    folder.#verify();
    return folder;
  }

  protected override open(name: string, flags: number): number {
    const path = this.pathOf(name);
    const expected = lstatSync(path, { bigint: true });
    if (expected.isSymbolicLink()) throw changed(path);
    const descriptor = openSync(path, flags);
    try {
      if (identityOf(fstatSync(descriptor, { bigint: true })) !== identityOf(expected)) throw changed(path);
      for (let count = 0; count < COMPARISONS; count++) {
        this.#verify();
        if (identityOf(lstatSync(path, { bigint: true })) !== identityOf(expected)) throw changed(path);
      }
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  protected override pathOf(name: string): string {
    this.#verify();
    return join(this.path, name);
  }

  #verify(): void {
    if (this.#parent !== null) this.#parent.#verify();
    if (identityOf(lstatSync(this.path, { bigint: true })) !== this.#identity) throw changed(this.path);
  }
}

async function* listFolder(path: string): AsyncGenerator<FolderEntry> {
  if ("Deno" in globalThis) {
    // Its `opendir` leaves the folder open if not all of it is read.
    for await (const { name, isFile, isDirectory } of Deno.readDir(path)) {
      yield { name, kind: isFile ? "file" : isDirectory ? "folder" : "other" };
    }
  } else {
    for await (const entry of await opendir(path)) {
      yield { name: entry.name, kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other" };
    }
  }
}

function statFolder(path: string): BigIntStats {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isDirectory()) return stats;
  throw Object.assign(new Error(`ENOTDIR: not a directory, open ${quote(path)}`), { code: "ENOTDIR" });
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function changed(path: string): FolderError {
  return new FolderError("folder.changed", `Cannot open ${quote(path)}: it was exchanged meanwhile`);
}
