import type { MemoryFiles } from "./memory_files.ts";

/** What Go's runtime for WebAssembly calls, as Node has it. The last argument of each function is a callback. */
interface GoFileSystem {
  [operation: string]: unknown;
  writeSync(descriptor: number, bytes: Uint8Array): number;
}

type Callback<Value = void> = (error: Error | null, value?: Value) => void;

/** Descriptors below this number are standard streams. */
const FIRST_DESCRIPTOR = 3;

const MODES = { file: 0o100_444, folder: 0o40_555 };

/**
 * The file system that esbuild finds in a worker: it resolves imports in it as it does on a disk. Nothing is written. esbuild
 * replaces `read` and `writeSync` for its standard streams, so that those of the files are in front of whatever it sets.
 */
export function createGoFileSystem(files: MemoryFiles): object {
  const open = new Map<number, { readonly path: string; at: number }>();
  let next = FIRST_DESCRIPTOR;
  let readStream: GoFileSystem["read"];
  const stat = (path: string, done: Callback<object>) => {
    const kind = files.kindOf(path);
    if (kind === null) return done(createError("ENOENT", path));
    done(null, describe(kind, kind === "file" ? files.readNow(path).byteLength : 0));
  };
  const fs: GoFileSystem = {
    constants: {
      O_WRONLY: 1,
      O_RDWR: 2,
      O_CREAT: 64,
      O_EXCL: 128,
      O_TRUNC: 512,
      O_APPEND: 1024,
      O_DIRECTORY: -1,
    },
    writeSync: () => 0,
    write(this: GoFileSystem, descriptor: number, bytes: Uint8Array, ...rest: unknown[]) {
      (rest.at(-1) as Callback<number>)(null, this.writeSync(descriptor, bytes));
    },
    open(path: string, _flags: number, _mode: number, done: Callback<number>) {
      if (files.kindOf(path) === null) return done(createError("ENOENT", path));
      open.set(next, { path, at: 0 });
      done(null, next++);
    },
    close(descriptor: number, done: Callback) {
      open.delete(descriptor);
      done(null);
    },
    fstat(descriptor: number, done: Callback<object>) {
      const file = open.get(descriptor);
      if (file === undefined) return done(createError("EBADF", String(descriptor)));
      stat(file.path, done);
    },
    stat,
    lstat: stat,
    readdir(path: string, done: Callback<string[]>) {
      if (files.kindOf(path) !== "folder") return done(createError("ENOTDIR", path));
      done(null, files.listFolder(path));
    },
    readlink: (path: string, done: Callback<string>) => done(createError("EINVAL", path)),
  };
  const read = (
    descriptor: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
    done: Callback<number>,
  ) => {
    const file = open.get(descriptor);
    if (file === undefined) {
      return (readStream as (...args: unknown[]) => void)(descriptor, buffer, offset, length, position, done);
    }
    if (files.kindOf(file.path) !== "file") return done(createError("EISDIR", file.path));
    const start = position ?? file.at;
    const part = files.readNow(file.path).subarray(start, start + length);
    buffer.set(part, offset);
    if (position === null) file.at += part.byteLength;
    done(null, part.byteLength);
  };
  return Object.defineProperty(fs, "read", { get: () => read, set: (value) => readStream = value });
}

function describe(kind: "file" | "folder", size: number): object {
  const times = { atimeMs: 0, mtimeMs: 0, ctimeMs: 0 };
  const counts = { dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0 };
  return { ...counts, ...times, mode: MODES[kind], size, isDirectory: () => kind === "folder" };
}

function createError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
