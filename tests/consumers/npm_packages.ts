import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { unpackTar } from "modern-tar";
import { NPM_PACKAGES, type PackedPackage, packPackage } from "../../hosts/packaging/mod.ts";
import { printedBy } from "../runtimes/process.ts";
import { findShared } from "../servers/find_shared.ts";
import { runDeno } from "./deno.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What `deno task pack --json` reports. */
export interface PackageReports {
  /** Other tests read their tarballs too. */
  packages: PackedPackage[];
  /** The JSR package that could be published. */
  jsr: string;
}

/** The npm packages of this tree, packed by the project's own command. */
export interface NpmPackages extends PackageReports, AsyncDisposable {}

/** Opens the packages that the tests of a run share, or packs them when there is no runner. */
export async function openNpmPackages(): Promise<NpmPackages> {
  const reports = await findShared("packages");
  if (reports === null) return await packNpmPackages();
  return { ...reports, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Packs them into a folder of their own. */
export async function packNpmPackages(): Promise<NpmPackages> {
  const folder = await mkdtemp(join(tmpdir(), "tck-packages-"));
  const flags = ["task", "--quiet", "pack", "--json", "--out", folder];
  const reports: PackageReports = JSON.parse(printedBy(await runDeno(flags)));
  return { ...reports, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** The tarball of one package that the tests of a run share, or one that is packed into the folder. */
export async function findTarball(packageName: string, folder: string): Promise<string> {
  const shared = (await findShared("packages"))?.packages.find(({ name }) => name === packageName);
  if (shared !== undefined) return shared.file;
  try {
    return (await packPackage(ROOT, NPM_PACKAGES.find(({ name }) => name === packageName)!, folder)).file;
  } finally {
    await esbuild.stop();
  }
}

/** One file of a tarball. */
export interface PackedFile {
  mode: number;
  text: string;
}

/** The files of a tarball, by their paths in the package. */
export async function readTarball(file: string): Promise<Map<string, PackedFile>> {
  const entries = await unpackTar(gunzipSync(await readFile(file)));
  return new Map(entries.map(({ header, data }) => [
    header.name.replace(/^package\//, ""),
    { mode: header.mode!, text: new TextDecoder().decode(data) },
  ]));
}
