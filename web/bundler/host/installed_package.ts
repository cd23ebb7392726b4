import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { foldersAbove } from "../folders_above.ts";

/** The largest `package.json` of an installed package that is read, in bytes (1 MiB). */
const MAX_PACKAGE_JSON_BYTES = 1_048_576;

export interface InstalledPackage {
  /** The folder whose `node_modules` has the package. */
  readonly above: string;
  /** Its `package.json`, as a real path: a regular file. */
  readonly packageJson: string;
}

/**
 * Finds a package that is installed in a folder or in one above. `require.resolve` would open what there is by the name
 * `package.json`, which may be a pipe that nothing is written to.
 */
export function findInstalledPackage(folder: string, name: string): InstalledPackage | null {
  for (const above of foldersAbove(folder)) {
    const path = join(above, "node_modules", name, "package.json");
    if (isSmallFile(path)) return { above, packageJson: realpathSync(path) };
  }
  return null;
}

function isSmallFile(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size <= MAX_PACKAGE_JSON_BYTES;
  } catch {
    return false;
  }
}
