import { runProgram } from "./program.ts";

/** Finds the folder of the npm package with a headless Chromium for Linux on x64 and its libraries, compressed. */
export async function findChromiumPackage(): Promise<string> {
  return await runProgram("chromium_program.ts");
}

/** Finds the folder of the npm package with PostgreSQL's programs for this machine. */
export async function findPostgresPackage(): Promise<string> {
  return await runProgram("postgres_program.ts");
}

/** Finds the folders of the npm packages with the fonts of the tests. */
export async function findFontFolders(): Promise<string[]> {
  return JSON.parse(await runProgram("fonts_program.ts"));
}
