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

/** The name of a test, which is skipped if the machine lacks what it needs; its name then says what that is. */
export type TestName = (title: string) => { name: string; ignore: boolean };

/** Names tests that need something. `missing` is null if this machine has it. */
export function nameTests(missing: string | null): TestName {
  return (title) =>
    missing === null ? { name: title, ignore: false } : { name: `${title} [needs ${missing}]`, ignore: true };
}

/**
 * Names tests that need some programs.
 *
 * @param packages Debian's packages with these programs
 */
export async function nameTestsOf(programs: readonly string[], packages: string): Promise<TestName> {
  for (const program of programs) {
    if (await findProgram(program) !== null) continue;
    return nameTests(`${program} (Debian: apt-get install ${packages})`);
  }
  return nameTests(null);
}

/**
 * Whether this machine has some programs. If not, an ignored test is added whose name says so, because `deno test` does not
 * show what a module prints while it loads.
 *
 * @param purpose what is tested with them, as the title of that test
 * @param packages Debian's packages with these programs
 */
export async function hasPrograms(
  programs: readonly string[],
  purpose: string,
  packages: string,
): Promise<boolean> {
  const { name, ignore } = (await nameTestsOf(programs, packages))(purpose);
  if (ignore) Deno.test.ignore(name, () => {});
  return !ignore;
}
