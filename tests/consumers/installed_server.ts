import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { NPM_PACKAGES, packPackage } from "../../hosts/cli/packages/mod.ts";
import { findNode } from "../packages/mod.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findShared } from "../servers/find_shared.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

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
  const tarball = await findTarball(folder);
  const flags = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", folder, tarball];
  printedBy(await runProcess("npm", flags, { cwd: folder }));
  const bin = join(folder, "node_modules/.bin/tck-serve");
  return {
    command: [await findNode(), bin],
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The tarball that the tests of a run share, or one that is packed into the folder. */
async function findTarball(folder: string): Promise<string> {
  const shared = (await findShared("packages"))?.packages.find(({ name }) => name === "@tck/server");
  if (shared !== undefined) return shared.file;
  try {
    const { tarball } = await packPackage(ROOT, NPM_PACKAGES.find(({ name }) => name === "@tck/server")!);
    const file = join(folder, "server.tgz");
    await writeFile(file, tarball);
    return file;
  } finally {
    await esbuild.stop();
  }
}
