import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

interface TemplateFile {
  /** Relative to the project, with slashes. */
  path: string;
  bytes: Uint8Array;
}

const TEMPLATE = fileURLToPath(new URL("./template/", import.meta.url));

/** Folders that a package manager or the bundler creates. They are not part of the template. */
const GENERATED_FOLDERS = ["node_modules", "dist"];

/** Package managers remove or interpret a `.gitignore` in a package, so the template has it under another name. */
const RENAMED: ReadonlyMap<string, string> = new Map([["gitignore", ".gitignore"]]);

/** Reads the files of the template, sorted by path. */
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
    else if (!GENERATED_FOLDERS.includes(entry.name)) yield* listFiles(path);
  }
}
