import { createHash, createHmac } from "node:crypto";
import { closeSync, existsSync, fstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Folder,
  openRegularFile,
  readUserSecret,
  writeAtomically,
} from "../../../terminal/files/mod.ts";
import { PackageFolders } from "../compile/sources/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Bundle } from "./create_bundle.ts";

/** Where a project keeps what its last build read and wrote, relative to the output folder. */
const RECORD_FILE = ".tck-build.json";

/** The largest record, input and bundle that are compared, in bytes (64 MiB); what is larger counts as changed. */
const MAX_COMPARED_BYTES = 67_108_864;

/** What the last build of a project read and wrote. */
export interface BuildRecord {
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

/**
 * The key with which this user's builds sign their records. A project may come with an output folder and a record of bundles
 * that are of no source: only what this user has built with the same bundler, in the same folders, counts.
 *
 * @param bundler what makes the bundles
 * @param root the project folder, as a real path
 * @param output the output folder
 * @param onNotice called with a message when a damaged secret was replaced
 * @returns null where no secret can be kept; then every build builds everything
 */
export async function createRecordKey(
  bundler: string,
  root: string,
  output: string,
  onNotice?: (message: string) => void,
): Promise<Uint8Array | null> {
  const secret = await readUserSecret(root, onNotice);
  if (secret === null) return null;
  return createHmac("sha256", secret).update(JSON.stringify(["build record", bundler, root, output]))
    .digest();
}

/** Reads the record in an output folder, if there is one; one that is not signed with the key counts as empty. */
export function readBuildRecord(output: Folder | null, key: Uint8Array | null): BuildRecord {
  const bytes = output && tryRead(() => output.openFile(RECORD_FILE).descriptor);
  const [, signature, text] = /^([0-9a-f]{64})\n(.*)$/s.exec(new TextDecoder().decode(bytes ?? undefined)) ??
    [];
  if (text === undefined || key === null || signature !== sign(text, key)) return { widgets: {} };
  return JSON.parse(text);
}

/** Writes the record, with the widgets in the order of their names, whichever was built first. */
export async function writeBuildRecord(
  output: Folder,
  { widgets }: BuildRecord,
  key: Uint8Array | null,
): Promise<void> {
  if (key === null) return;
  const names = Object.keys(widgets).sort();
  const text = JSON.stringify(
    { widgets: Object.fromEntries(names.map((name) => [name, widgets[name]])) },
    null,
    1,
  );
  await writeAtomically(output.entryPath(RECORD_FILE), `${sign(text, key)}\n${text}`, { durable: false });
}

function sign(text: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(text).digest("hex");
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

/**
 * Whether a widget's inputs and its bundle are byte for byte those of the record, and its source map exists. An input may have
 * become a link to anything, a pipe or a device.
 */
export function isUnchanged(
  directory: string,
  output: Folder | null,
  name: string,
  built: BuiltWidget | undefined,
): built is BuiltWidget {
  if (!built || output === null) return false;
  if (digestOf(() => output.openFile(`${name}.tckb`).descriptor) !== built.output) return false;
  if (!existsSync(output.entryPath(`${name}.map.json`))) return false;
  const folders = new PackageFolders(directory);
  const areSame = Object.entries(built.inputs).every(([path, digest]) =>
    digestOf(() => openInput(join(directory, path), folders)) === digest
  );
  return areSame && listRivals(directory, Object.keys(built.inputs)).join() === built.rivals.join();
}

function openInput(path: string, folders: PackageFolders): number | null {
  const real = realpathSync(path);
  return folders.hold(real) ? openRegularFile(real) : null;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Null if the file cannot be read. */
function digestOf(open: () => number | null): string | null {
  const bytes = tryRead(open);
  return bytes && digest(bytes);
}

/**
 * Reads a file and closes it; null if it cannot be read. Synchronous: waiting for each of many small files takes longer than
 * reading them.
 */
function tryRead(open: () => number | null): Uint8Array | null {
  let descriptor: number | null = null;
  try {
    descriptor = open();
    return descriptor === null || fstatSync(descriptor).size > MAX_COMPARED_BYTES
      ? null
      : readFileSync(descriptor);
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
