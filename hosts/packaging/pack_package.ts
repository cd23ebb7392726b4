import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { buildDeclarations, buildModules, toOutputPath } from "./build_modules.ts";
import type { NpmPackage } from "./catalogue.ts";
import { PackageError } from "./errors.ts";
import { createPackageJson } from "./package_json.ts";
import { readProject } from "./project.ts";

/** A tarball in npm's format. */
export interface PackedPackage {
  name: string;
  version: string;
  /** The absolute path of the `.tgz`. */
  file: string;
  /** Its size. */
  bytes: number;
  /** `sha512-…`, as in lock files. */
  integrity: string;
  /** The paths of its files, sorted. */
  files: string[];
}

/** Folders that package managers and builds create. */
const GENERATED_FOLDERS = ["node_modules", "dist"];

/**
 * Creates the tarball of a package. The same sources give the same bytes.
 *
 * @param root the project's folder
 * @param folder where the tarball is written
 * @param repository the web address of the project's repository, for `package.json`
 * @throws {PackageError} when the tree lacks something that the package declares
 */
export async function packPackage(
  root: string,
  npmPackage: NpmPackage,
  folder: string,
  repository?: string,
): Promise<PackedPackage> {
  const stage = await mkdtemp(join(tmpdir(), "tck-pack-"));
  try {
    await fillPackage(root, npmPackage, stage, repository);
    return await packFolder(stage, folder);
  } finally {
    await rm(stage, { recursive: true });
  }
}

/** Packs the folder of a package with `npm pack`, whose tarballs do not depend on the user, time or place of packing. */
export async function packFolder(source: string, folder: string): Promise<PackedPackage> {
  await mkdir(folder, { recursive: true });
  const flags = ["pack", "--json", "--ignore-scripts", "--offline", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)("npm", flags, { cwd: source });
  const [report] = Object.values<NpmReport>(JSON.parse(stdout));
  const { name, version, filename, size, integrity, files } = report!;
  return {
    name,
    version,
    file: join(folder, filename),
    bytes: size,
    integrity,
    files: files.map(({ path }) => path).sort(),
  };
}

/** The part of the output of `npm pack --json` that is used. */
interface NpmReport {
  name: string;
  version: string;
  filename: string;
  size: number;
  integrity: string;
  files: { path: string }[];
}

async function fillPackage(
  root: string,
  npmPackage: NpmPackage,
  stage: string,
  repository: string | undefined,
): Promise<void> {
  const project = await readProject(root);
  const exported = Object.values(npmPackage.exports);
  const made = await npmPackage.make(root);
  const entries = [...exported, ...Object.values(npmPackage.bin), ...npmPackage.programs];
  const built = entries.filter((entry) => !made.has(toOutputPath(entry)));
  const dependencies = await buildModules(root, built, stage);
  const typeDependencies = await buildDeclarations(root, exported, stage);
  const manifest = createPackageJson(project, npmPackage, dependencies, typeDependencies, repository);
  await writeFile(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const copied = { "README.md": npmPackage.readme, "LICENSE": "LICENSE", ...npmPackage.copied };
  for (const [path, source] of Object.entries(copied)) {
    await copy(root, source, join(stage, path));
  }
  for (const [path, text] of made) {
    await mkdir(dirname(join(stage, path)), { recursive: true });
    await writeFile(join(stage, path), text);
  }
}

async function copy(root: string, source: string, target: string): Promise<void> {
  const filter = (path: string) => !GENERATED_FOLDERS.includes(basename(path));
  try {
    await cp(join(root, source), target, { recursive: true, filter });
  } catch (error) {
    throw new PackageError(`Cannot pack "${source}": ${error}`);
  }
}
