import { copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";

/** The TypeScript of new projects, and the last one that is written in JavaScript. */
const PROJECTS = {
  7: new URL("typescript/", import.meta.url),
  5: new URL("typescript5/", import.meta.url),
};

/** A TypeScript that is installed in a temporary folder. */
export interface InstalledTypeScript extends AsyncDisposable {
  /** The folder of the package. */
  folder: string;
}

/** Installs TypeScript into a temporary folder, from a lock file here. */
export async function installTypeScript(version: keyof typeof PROJECTS = 7): Promise<InstalledTypeScript> {
  const folder = await mkdtemp(join(tmpdir(), "tck-typescript-"));
  for (const file of ["package.json", "deno.lock"]) {
    await copyFile(fileURLToPath(new URL(file, PROJECTS[version])), join(folder, file));
  }
  const flags = ["install", "--quiet", "--frozen", "--node-modules-dir=auto"];
  printedBy(await runProcess(process.execPath, flags, { cwd: folder }));
  return {
    folder: await realpath(join(folder, "node_modules/typescript")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/**
 * Type-checks the project of a `tsconfig.json` as an author's editor does.
 *
 * @returns the first line of each problem, such as `file.ts TS2322 Type …`
 */
export async function checkTypes(tsconfig: string): Promise<string[]> {
  await using typescript = await installTypeScript();
  const args = ["run", "-A", "--no-lock", join(typescript.folder, "bin/tsc")];
  const flags = ["--project", tsconfig, "--noEmit", "--pretty", "false"];
  const { stdout } = await runProcess(process.execPath, [...args, ...flags]);
  return Array.from(
    stdout.matchAll(/^(?:(.+?)\(\d+,\d+\): )?error (TS\d+): (.*)$/gm),
    ([, file, code, message]) => `${file ?? "tsconfig.json"} ${code} ${message}`,
  );
}
