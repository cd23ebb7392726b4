import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** One file of a new project. */
export interface TemplateFile {
  /** Relative to the project, with slashes. */
  path: string;
  bytes: Uint8Array;
}

const TEMPLATE = fileURLToPath(new URL("./template/", import.meta.url));

/** What a package manager or the bundler makes is not part of the template. */
const MADE_FOLDERS = ["node_modules", "dist"];

/** Package managers take a file of the first name out of a package, or take it for their own. */
const RENAMED: ReadonlyMap<string, string> = new Map([["gitignore", ".gitignore"]]);

/** Reads the files that every new project begins with, in the order of their paths. */
export async function readTemplate(): Promise<TemplateFile[]> {
  const files: TemplateFile[] = [];
  for await (const path of listFiles("")) {
    const name = RENAMED.get(basename(path)) ?? basename(path);
    files.push({ path: posix.join(dirname(path), name), bytes: await readFile(join(TEMPLATE, path)) });
  }
  return files.sort((a, b) => a.path < b.path ? -1 : 1);
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(TEMPLATE, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) yield path;
    else if (!MADE_FOLDERS.includes(entry.name)) yield* listFiles(path);
  }
}
