import { runProgram } from "./program.ts";

/** What publint and "are the types wrong" find in npm tarballs, as texts, by file. */
export async function lintPackages(files: readonly string[]): Promise<{ [file: string]: string[] }> {
  return JSON.parse(await runProgram("package_lint_program.ts", files));
}

/** What TypeScript finds in the project of a `tsconfig.json`, as texts. */
export async function checkTypes(tsconfig: string): Promise<string[]> {
  return JSON.parse(await runProgram("typescript_program.ts", [tsconfig]));
}
