import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findInstalledPackage } from "../host/installed_package.ts";

export interface TypeScript {
  /** Such as `7.0.2`. */
  version: string;
  folder: string;
  program: string;
}

/** Finds the TypeScript that a project has installed, in its folder or in one above. */
export async function findTypeScript(root: string): Promise<TypeScript | null> {
  try {
    const found = findInstalledPackage(root, "typescript");
    if (found === null) return null;
    const { version, bin } = JSON.parse(await readFile(found.packageJson, "utf8"));
    const folder = dirname(found.packageJson);
    return { version: String(version), folder, program: join(folder, String(bin.tsc)) };
  } catch {
    return null;
  }
}
