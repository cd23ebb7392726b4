import { MIN_NODE_VERSION } from "../../terminal/mod.ts";
import { toOutputPath } from "./build_modules.ts";
import { NPM_PACKAGES, type NpmPackage } from "./catalogue.ts";
import { PackageError } from "./errors.ts";
import { pinnedVersion, type Project } from "./project.ts";

/**
 * Creates the `package.json` of a package. Dependencies have the exact versions with which this project is tested; peer
 * dependencies may be newer.
 *
 * @param dependencies the npm packages that its modules import
 * @param typeDependencies the npm packages that its declarations import
 * @param repository the web address of the project's repository, which npm asks for with a statement of provenance
 * @throws {PackageError} when a dependency has no version in `deno.json`
 */
export function createPackageJson(
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
