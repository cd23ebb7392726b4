import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNode } from "../packages/mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findTarball } from "./npm_packages.ts";

/** The package `@tck/server`, installed from its tarball. */
export interface InstalledServer extends AsyncDisposable {
  /** What starts `tck-serve` on Node 24.14.1; its arguments follow. */
  command: readonly [node: string, program: string];
  /** The folder with `node_modules`. */
  folder: string;
}

/** Installs the package in a folder of its own, with npm. */
export async function installServer(): Promise<InstalledServer> {
  const folder = await mkdtemp(join(tmpdir(), "tck-server-"));
  const tarball = await findTarball("@tck/server", folder);
  const flags = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder, tarball];
  printedBy(await runProcess("npm", flags, { cwd: folder }));
  const bin = join(folder, "node_modules/.bin/tck-serve");
  return {
    command: [await findNode(), bin],
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
