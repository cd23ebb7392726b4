import { runProgram } from "./program.ts";

/** Runs publint and "are the types wrong" on npm tarballs. Returns the problems as text, by file. */
export async function lintPackages(files: readonly string[]): Promise<{ [file: string]: string[] }> {
  return JSON.parse(await runProgram("package_lint_program.ts", files));
}

/** Lints an OpenAPI document by Redocly's recommended rules. Returns the problems as text. */
export async function lintOpenApi(document: object): Promise<string[]> {
  return JSON.parse(await runProgram("openapi_lint_program.ts", [], JSON.stringify(document)));
}
