import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import process from "node:process";

/** The folders that are searched: the last two hold servers, and a user's PATH may lack them. */
const FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

/** Finds the path of a program, or null if this machine does not have it. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    if (await access(path, constants.X_OK).then(() => true, () => false)) return path;
  }
  return null;
}

/**
 * Whether this machine has some programs. If not, an ignored test with a telling name is added, because `deno test` does
 * not show what a module prints while it loads.
 *
 * @param packages Debian's packages with these programs
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
