import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder. */
export interface Tree extends AsyncDisposable {
  root: string;
}

/** Creates a temporary folder with files, by their paths in it. */
export async function createTree(files: { readonly [path: string]: string }): Promise<Tree> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tck-tree-")));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}
