import { createHash } from "node:crypto";
import { closeSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { type Folder, writeAtomically } from "../../../terminal/files/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { diagnosticSchema } from "../diagnostic_schema.ts";
import type { Bundle } from "./create_bundle.ts";

/** Where a project keeps what its last build read and wrote, relative to the output folder. */
const RECORD_FILE = ".tck-build.json";

/** What the last build of a project read and wrote. */
export interface BuildRecord {
  /** What made it: the record of another bundler is not used. */
  bundler: string;
  widgets: { [name: string]: BuiltWidget };
}

/** What one widget's last build read and wrote. Digests are SHA-256 in hex. */
export interface BuiltWidget {
  /** The digest of each input, by its path relative to the project. */
  inputs: { [path: string]: string };
  /** Files that are no inputs, and that an import could mean instead of one: `a.ts` beside `a.js`. Sorted. */
  rivals: string[];
  /** The digest of the `.tckb` file. */
  output: string;
  /** The bundle's hash. */
  hash: string;
  /** What its author should look at. */
  warnings: Diagnostic[];
  /** What its readers do not have. */
  notes: Diagnostic[];
}

const buildRecord: v.GenericSchema<unknown, BuildRecord> = v.object({
  bundler: v.string(),
  widgets: v.record(
    v.string(),
    v.object({
      inputs: v.pipe(
        v.record(v.string(), v.string()),
        v.check((inputs) => Object.keys(inputs).length > 0),
      ),
      rivals: v.array(v.string()),
      output: v.string(),
      hash: v.string(),
      warnings: v.array(diagnosticSchema),
      notes: v.array(diagnosticSchema),
    }),
  ),
});

/** Reads the record in an output folder, if there is one; an absent, invalid or another bundler's counts as empty. */
export function readBuildRecord(output: Folder | null, bundler: string): BuildRecord {
  try {
    const record = v.parse(
      buildRecord,
      JSON.parse(new TextDecoder().decode(readEntry(output!, RECORD_FILE))),
    );
    if (record.bundler === bundler) return record;
  } catch {
    // Every widget is built again.
  }
  return { bundler, widgets: {} };
}

/** Writes the record, with the widgets in the order of their names, whichever was built first. */
export async function writeBuildRecord(
  output: Folder,
  { bundler, widgets }: BuildRecord,
): Promise<void> {
  const names = Object.keys(widgets).sort();
  const sorted = { bundler, widgets: Object.fromEntries(names.map((name) => [name, widgets[name]])) };
  await writeAtomically(output.entryPath(RECORD_FILE), JSON.stringify(sorted, null, 1), { durable: false });
}

/** @param directory the project's */
export function recordBundle(
  directory: string,
  { inputs, envelope, hash }: Bundle,
  warnings: readonly Diagnostic[],
  notes: readonly Diagnostic[],
): BuiltWidget {
  const rivals = listRivals(directory, Object.keys(inputs));
  return { inputs, rivals, output: digest(envelope), hash, warnings: [...warnings], notes: [...notes] };
}

const SCRIPT = /\.[cm]?[jt]sx?$|\.json$|\.css$/;

/**
 * The files beside some inputs that have the same name with another ending, or the name of an input's folder. An import
 * without an ending means the first of them, and one of `a.js` can mean `a.ts`. Packages are not looked at.
 */
function listRivals(directory: string, inputs: readonly string[]): string[] {
  const own = inputs.filter((path) => !path.split("/").includes("node_modules") && SCRIPT.test(path));
  const stems = new Set(own.flatMap((path) => [path.replace(SCRIPT, ""), dirname(path)]));
  const folders = new Set([...stems].map((stem) => dirname(stem)));
  const rivals = [...folders].flatMap((folder) =>
    listFolder(join(directory, folder)).map((name) => join(folder, name).replaceAll("\\", "/"))
  ).filter((path) => SCRIPT.test(path) && stems.has(path.replace(SCRIPT, "")) && !inputs.includes(path));
  return rivals.sort();
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Whether a widget's inputs and its bundle are byte for byte those of the record, and its source map exists. */
export function isUnchanged(
  directory: string,
  output: Folder | null,
  name: string,
  built: BuiltWidget | undefined,
): built is BuiltWidget {
  if (!built || output === null) return false;
  if (digestOf(() => readEntry(output, `${name}.tckb`)) !== built.output) return false;
  if (!existsSync(output.entryPath(`${name}.map.json`))) return false;
  const areSame = Object.entries(built.inputs).every(([path, digest]) =>
    digestOf(() => readFileSync(join(directory, path))) === digest
  );
  return areSame && listRivals(directory, Object.keys(built.inputs)).join() === built.rivals.join();
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Null if the file cannot be read. */
function digestOf(read: () => Uint8Array): string | null {
  try {
    return digest(read());
  } catch {
    return null;
  }
}

/** Synchronous: waiting for each of many small files takes longer than reading them. */
function readEntry(output: Folder, name: string): Uint8Array {
  const { descriptor } = output.openFile(name);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
