import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { listLoadedPaths, toOutputPath } from "./loaded_paths.ts";
import type { NpmPackage } from "./catalogue.ts";
import { compileModules, GENERATED_FOLDERS } from "./compile.ts";
import { PackageError } from "./errors.ts";
import { joinModules } from "./join_modules.ts";
import { createPackageJson } from "./package_json.ts";
import { readProject } from "./project.ts";
import { packTarball } from "./tarball.ts";

/** A package in npm's format. */
export interface PackedPackage {
  name: string;
  version: string;
  /** The file name that npm would use. */
  fileName: string;
  /** The `.tgz`. */
  tarball: Uint8Array;
  /** `sha512-…`, as in lock files. */
  integrity: string;
  /** The paths of its files, sorted. */
  files: string[];
}

/**
 * Creates the tarball of a package. The same sources give the same bytes.
 *
 * @param root the project's folder
 * @throws {PackageError} when the tree lacks something that the package declares
 */
export async function packPackage(root: string, npmPackage: NpmPackage): Promise<PackedPackage> {
  const { version, files } = await collectFiles(root, npmPackage);
  const tarball = await packTarball(files, programsOf(npmPackage));
  return {
    name: npmPackage.name,
    version,
    fileName: `${npmPackage.name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`,
    tarball,
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    files: [...files.keys()].sort(),
  };
}

interface CollectedFiles {
  version: string;
  files: Map<string, Uint8Array>;
}

async function collectFiles(root: string, npmPackage: NpmPackage): Promise<CollectedFiles> {
  const project = await readProject(root);
  const { exports, bin, programs: ownPrograms } = npmPackage;
  const entries = [...Object.values(exports), ...Object.values(bin), ...ownPrograms];
  const compiled = await compileModules(project, npmPackage.name, entries);
  const made = await npmPackage.make(root);
  const joinedEntries = entries.map(toOutputPath).filter((path) => !made.has(path));
  const { modules, sources, packages } = await joinModules(compiled, joinedEntries);
  const programs = programsOf(npmPackage);
  const internal = [...programs, ...ownPrograms.map(toOutputPath)];
  const types = new Map([...compiled].filter(([path]) => isPublicType(path, internal)));
  const manifest = createPackageJson(project, npmPackage, packages, types);
  const files = new Map<string, Uint8Array>();
  files.set("package.json", encode(`${JSON.stringify(manifest, null, 2)}\n`));
  files.set("README.md", await readFile(join(root, npmPackage.readme)));
  files.set("LICENSE", await readFile(join(root, "LICENSE")));
  for (const [path, source] of Object.entries(npmPackage.documents ?? {})) {
    await addDocuments(files, join(root, source), path);
  }
  for (const [path, text] of types) files.set(path, encode(text));
  for (const [path, text] of modules) {
    files.set(path, encode(programs.includes(path) ? asProgram(text) : text));
  }
  for (const [path, text] of made) files.set(path, encode(text));
  const joined = new Map(sources.map((path) => [path, compiled.get(path)!]));
  for (const path of listLoadedPaths(joined)) if (!files.has(path)) await addAssets(files, root, path);
  return { version: project.version, files };
}

function programsOf({ bin }: NpmPackage): string[] {
  return Object.values(bin).map(toOutputPath);
}

/** Programs are not imported, so they need no declarations. */
function isPublicType(path: string, programs: readonly string[]): boolean {
  return path.endsWith(".d.ts") && !programs.includes(path.replace(/\.d\.ts$/, ".js"));
}

async function addDocuments(files: Map<string, Uint8Array>, source: string, path: string): Promise<void> {
  if (!(await stat(source)).isDirectory()) {
    files.set(path, await readFile(source));
    return;
  }
  for (const name of await readdir(source)) {
    await addDocuments(files, join(source, name), posix.join(path, name));
  }
}

/** Adds a file, or the files in a folder, unchanged. */
async function addAssets(files: Map<string, Uint8Array>, root: string, path: string): Promise<void> {
  const info = await stat(join(root, path)).catch(() => null);
  if (info === null) {
    throw new PackageError(`Cannot pack "${path}": a module loads it by URL, and it does not exist`);
  }
  if (!info.isDirectory()) {
    files.set(path, await readFile(join(root, path)));
    return;
  }
  for (const name of await readdir(join(root, path))) {
    if (!GENERATED_FOLDERS.includes(name)) await addAssets(files, root, posix.join(path, name));
  }
}

function asProgram(text: string): string {
  return text.startsWith("#!") ? text : `#!/usr/bin/env node\n${text}`;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
