import { statSync } from "node:fs";
import { join } from "node:path";
import { quote } from "../../../../core/errors/mod.ts";
import { foldersAbove } from "../../folders_above.ts";

/** The largest `package.json` of a project or of a folder above it, in bytes (1 MiB). */
const MAX_PACKAGE_BYTES = 1_048_576;

/**
 * Rejects a project with a `package.json`, its own or one above it, that is no file or too large: what resolves imports reads
 * all of it, and would wait for ever for what comes through a pipe.
 *
 * @param project its folder, as a real path
 * @throws {Error} that names the file
 */
export function checkPackageFiles(project: string): void {
  for (const path of foldersAbove(project).map((folder) => join(folder, "package.json"))) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const reject = (reason: string) =>
      new Error(`Cannot build ${quote(project)}: ${quote(path)} ${reason}; remove it, or build elsewhere`);
    if (!found.isFile()) throw reject("is not a file");
    if (found.size <= MAX_PACKAGE_BYTES) continue;
    throw reject(`has ${found.size} bytes, at most ${MAX_PACKAGE_BYTES} are read`);
  }
}
