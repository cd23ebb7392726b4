import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { printedBy } from "../runtimes/process.ts";
import { runDeno } from "./deno.ts";

/** What `deno task pack --json` says of one package. */
export interface PackReport {
  name: string;
  version: string;
  file: string;
  bytes: number;
  integrity: string;
  files: string[];
}

/** The npm packages of this tree, packed by the project's own command into a folder of their own. */
export interface NpmPackages extends AsyncDisposable {
  folder: string;
  packages: PackReport[];
  /** The JSR package that could be published. */
  jsr: string;
}

/** Runs `deno task pack`. */
export async function packNpmPackages(): Promise<NpmPackages> {
  const folder = await mkdtemp(join(tmpdir(), "tck-packages-"));
  const flags = ["task", "--quiet", "pack", "--json", "--out", folder];
  const report = JSON.parse(printedBy(await runDeno(flags)));
  return { folder, ...report, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
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
