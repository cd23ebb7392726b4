import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { printedBy, runProcess } from "../runtimes/process.ts";

/** Programs that run on Node and need a folder `node_modules` around them. */
export interface RegistryPrograms extends AsyncDisposable {
  /** The main module of the registry verdaccio. */
  verdaccio: string;
  /** The main module of pnpm 10.27.0, the sandbox's version (lifecycle specification, §1). */
  pnpm: string;
}

const PROJECT = new URL("registry/", import.meta.url);

/** Installs them into a temporary folder, from this folder's lock file. */
export async function installRegistryPrograms(): Promise<RegistryPrograms> {
  const folder = await mkdtemp(join(tmpdir(), "tck-registry-programs-"));
  for (const file of ["package.json", "deno.lock"]) {
    await copyFile(fileURLToPath(new URL(file, PROJECT)), join(folder, file));
  }
  const flags = ["install", "--quiet", "--frozen", "--node-modules-dir=auto"];
  printedBy(await runProcess(process.execPath, flags, { cwd: folder }));
  return {
    verdaccio: join(folder, "node_modules/verdaccio/bin/verdaccio"),
    pnpm: join(folder, "node_modules/pnpm/bin/pnpm.cjs"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
