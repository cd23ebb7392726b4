import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { MIN_NODE_VERSION } from "../../terminal/mod.ts";
import { buildDeclarations, buildModules, toOutputPath } from "./build_modules.ts";
import { NPM_PACKAGES, type NpmPackage } from "./catalogue.ts";
import { PackageError } from "./errors.ts";
import { pinnedVersion, type Project, readProject } from "./project.ts";

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

/**
 * Creates the `package.json` of a package. Dependencies have the exact versions with which this project is tested; peer
 * dependencies may be newer.
 *
 * @param dependencies the npm packages that its modules import
 * @param typeDependencies the npm packages that its declarations import
 * @param repository the web address of the project's repository, which npm asks for with a statement of provenance
 * @throws {PackageError} when a dependency has no version in `deno.json`
 */
function createPackageJson(
  project: Project,
  npmPackage: NpmPackage,
  dependencies: Iterable<string>,
  typeDependencies: ReadonlySet<string>,
  repository: string | undefined,
): object {
  const { peers, node = MIN_NODE_VERSION, isPure = false, data = [] } = npmPackage;
  const own = [...dependencies].filter((name) => name !== npmPackage.name && !peers.includes(name)).sort();
  const typePeers = peers.filter((name) => !isOwnPackage(name) && typeDependencies.has(name))
    .map((name) => `@types/${name}`);
  return {
    name: npmPackage.name,
    version: project.version,
    description: npmPackage.description,
    keywords: npmPackage.keywords,
    license: project.license,
    ...(repository === undefined ? {} : { repository: { type: "git", url: `git+${repository}.git` } }),
    type: "module",
    engines: { node: `>=${node}` },
    ...(isPure ? { sideEffects: false } : {}),
    ...notEmpty("exports", {
      ...mapValues(npmPackage.exports, createExport),
      ...Object.fromEntries(data.map((path) => [`./${path}`, `./${path}`])),
    }),
    ...notEmpty("bin", mapValues(npmPackage.bin, toOutputPath)),
    ...notEmpty("dependencies", fromNames(own, (name) => requireVersion(project, name))),
    ...notEmpty(
      "peerDependencies",
      fromNames(
        [...peers, ...typePeers],
        // A project may have a newer patch of the kit than the preview, but no other kit than its own.
        (name) => `${isOwnPackage(name) ? "~" : "^"}${requireVersion(project, name)}`,
      ),
    ),
    ...notEmpty(
      "peerDependenciesMeta",
      fromNames(typePeers, () => ({ optional: true })),
    ),
  };
}

function createExport(entry: string): { types: string; default: string } {
  const path = toOutputPath(entry);
  return { types: `./${path.replace(/\.js$/, ".d.ts")}`, default: `./${path}` };
}

function requireVersion(project: Project, name: string): string {
  const version = isOwnPackage(name) ? project.version : pinnedVersion(project, name);
  if (version === null) throw new PackageError(`Cannot depend on "${name}": deno.json pins no version of it`);
  return version;
}

function isOwnPackage(name: string): boolean {
  return NPM_PACKAGES.some((npmPackage) => npmPackage.name === name);
}

function mapValues<Value, Result>(
  record: { readonly [key: string]: Value },
  map: (value: Value) => Result,
): { [key: string]: Result } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function fromNames<Value>(
  names: readonly string[],
  value: (name: string) => Value,
): { [name: string]: Value } {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function notEmpty(field: string, record: object): object {
  return Object.keys(record).length === 0 ? {} : { [field]: record };
}
