import { runProgram } from "./program.ts";

/** Runs publint and "are the types wrong" on npm tarballs. Returns the problems as text, by file. */
export async function lintPackages(files: readonly string[]): Promise<{ [file: string]: string[] }> {
  return JSON.parse(await runProgram("package_lint_program.ts", files));
}
