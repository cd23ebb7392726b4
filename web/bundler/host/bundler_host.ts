import type { Tailwind } from "../compile/tailwind/tailwind_package.ts";

/**
 * What compiling and checking a widget take from the machine, besides esbuild and lightningcss. `mod.ts` is that of Deno and
 * Node; a program for another place, such as a page, is linked with its own in place of it.
 */
export interface BundlerHost {
  readonly files: HostFiles;
  /** The names that a module of React exports in production. */
  exportedNames(specifier: string): readonly string[];
  /** The text of the kit's charts, joined to one module. */
  chartsModule(): Promise<string>;
  /**
   * Loads the Tailwind 4 that a project has installed.
   *
   * @returns what is missing, for people, when there is none
   */
  loadTailwind(files: PackageReader): Promise<Tailwind | { missing: string }>;
}

/** Reads the files of a project's packages, as far as they may go into a widget. Paths are absolute. */
export interface PackageReader {
  /** The project folder. */
  readonly root: string;
  allows(path: string): boolean;
  read(path: string): Promise<Uint8Array>;
}

/** The files around a widget. Paths are absolute. */
export interface HostFiles {
  /** What is at a path, where a link is `other`; null when there is nothing. */
  kindOf(path: string): "file" | "folder" | "other" | null;
  /** The path without links; null when there is nothing. */
  realPath(path: string): string | null;
  readText(path: string): string;
  read(path: string): Promise<Uint8Array>;
  /**
   * Reads a file below a folder, and follows no link that leads out of it.
   *
   * @param path relative to the folder
   */
  readBelow(folder: string, path: string): Promise<Uint8Array>;
  /** The folders in which pnpm keeps what it shares between projects, for the user who builds. */
  listPnpmFolders(): string[];
}
