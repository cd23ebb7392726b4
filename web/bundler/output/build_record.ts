import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./write_whole.ts";

/** Where a project keeps what its last build read and wrote, relative to the output folder. */
const RECORD_FILE = ".tck-build.json";

/** What one widget's last build read and wrote. Digests are SHA-256 in hex. */
export interface BuiltWidget {
  /** The digest of each input, by its path relative to the project. */
  inputs: { [path: string]: string };
  /** The digest of the `.tckb` file. */
  output: string;
  /** The bundle's hash. */
  hash: string;
}

/** What the last build of a project read and wrote. */
export interface BuildRecord {
  /** What made it: another bundler's record is not used. */
  bundler: string;
  /** By widget name. */
  widgets: { [name: string]: BuiltWidget };
}

/** Reads the record in an output folder; one that is absent, broken or another bundler's counts as empty. */
export async function readBuildRecord(outputDirectory: string, bundler: string): Promise<BuildRecord> {
  const empty: BuildRecord = { bundler, widgets: {} };
  try {
    const record: BuildRecord = JSON.parse(await readFile(join(outputDirectory, RECORD_FILE), "utf8"));
    return record.bundler === bundler && Object.values(record.widgets).every(isBuiltWidget) ? record : empty;
  } catch {
    return empty;
  }
}

function isBuiltWidget({ inputs, output, hash }: BuiltWidget): boolean {
  const texts = [output, hash, ...Object.values(inputs)];
  return texts.length > 2 && texts.every((text) => typeof text === "string");
}

/** Writes the record whole, with the widgets in the order of their names, whichever was built first. */
export async function writeBuildRecord(
  outputDirectory: string,
  { bundler, widgets }: BuildRecord,
): Promise<void> {
  const names = Object.keys(widgets).sort();
  const sorted = { bundler, widgets: Object.fromEntries(names.map((name) => [name, widgets[name]])) };
  await writeWhole(
    join(outputDirectory, RECORD_FILE),
    new TextEncoder().encode(JSON.stringify(sorted, null, 1)),
  );
}

/** Whether a widget's inputs and its output are byte for byte what the record says. */
export function isUnchanged(
  directory: string,
  outputDirectory: string,
  name: string,
  built: BuiltWidget | undefined,
): boolean {
  if (!built) return false;
  const files = [[join(outputDirectory, `${name}.tckb`), built.output] as const];
  for (const [path, digest] of Object.entries(built.inputs)) files.push([join(directory, path), digest]);
  return files.every(([path, digest]) => digestFile(path) === digest);
}

/** The digests of a widget's inputs; the names that esbuild gives to virtual modules are passed over. */
export function digestInputs(directory: string, paths: Iterable<string>): BuiltWidget["inputs"] {
  const inputs: BuiltWidget["inputs"] = {};
  for (const path of [...new Set(paths)].sort()) {
    const digest = digestFile(join(directory, path));
    if (digest !== null) inputs[path] = digest;
  }
  return inputs;
}

/** SHA-256 in hex. */
export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Read at once: to wait for each of many small files would take longer. */
function digestFile(path: string): string | null {
  try {
    return digest(readFileSync(path));
  } catch {
    return null;
  }
}
