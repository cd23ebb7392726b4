import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import process from "node:process";

/** The folders where programs are looked for; servers lie in the last two, which a user's PATH need not hold. */
const FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

/** Where a program is, or null when this machine has none. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    if (await access(path, constants.X_OK).then(() => true, () => false)) return path;
  }
  return null;
}

/**
 * Whether this machine has some programs. If not, an ignored test says so: a test run shows its name, while what a module
 * prints as it is loaded goes missing.
 *
 * @param packages The packages of Debian that hold them
 */
export async function hasPrograms(
  names: readonly string[],
  purpose: string,
  packages: string,
): Promise<boolean> {
  for (const name of names) {
    if (await findProgram(name) !== null) continue;
    Deno.test.ignore(
      `${purpose}: there is no program ${name} (Debian: apt-get install ${packages})`,
      () => {},
    );
    return false;
  }
  return true;
}
