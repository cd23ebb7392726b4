import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface TypeScript {
  /** Such as `7.0.2`. */
  version: string;
  folder: string;
  program: string;
}

/** Finds the TypeScript that a project has installed, in its folder or in one above. */
export async function findTypeScript(root: string): Promise<TypeScript | null> {
  try {
    const path = createRequire(join(root, "package.json")).resolve("typescript/package.json");
    const { version, bin } = JSON.parse(await readFile(path, "utf8"));
    const folder = dirname(path);
    return { version: String(version), folder, program: join(folder, String(bin.tsc)) };
  } catch {
    return null;
  }
}
