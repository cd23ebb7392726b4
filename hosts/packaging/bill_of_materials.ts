import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { NpmPackage } from "./catalogue.ts";
import { PackageError } from "./errors.ts";
import type { PackedPackage } from "./pack_package.ts";
import { readProject } from "./project.ts";

/** The parts of the output of `deno info --json` that are used. */
interface ModuleGraph {
  modules: readonly { kind: string; npmPackage?: string }[];
  npmPackages: { readonly [key: string]: InstalledPackage };
}

/** A package in the project's lock file. */
interface InstalledPackage {
  name: string;
  version: string;
  /** Keys of packages. */
  dependencies: readonly string[];
  /** Its folder, which exists if the package is for this platform. */
  localPath: string;
}

/**
 * Writes the bill of materials of a package beside its tarball, as CycloneDX 1.6: every npm package that its modules import
 * or that is bundled into it, with those that these depend on, in the versions of the project's lock file. The same sources
 * give the same text, on each platform.
 *
 * @param root the project's folder
 * @returns the path of the file
 */
export async function writeBillOfMaterials(
  root: string,
  npmPackage: NpmPackage,
  packed: PackedPackage,
): Promise<string> {
  const file = packed.file.replace(/\.tgz$/, ".cdx.json");
  await writeFile(file, `${JSON.stringify(await createBill(root, npmPackage, packed), null, 2)}\n`);
  return file;
}

async function createBill(root: string, npmPackage: NpmPackage, packed: PackedPackage): Promise<object> {
  const { exports, bin, programs, bundled = [], included = [] } = npmPackage;
  const entries = [...Object.values(exports), ...Object.values(bin), ...programs, ...bundled];
  const { modules, npmPackages } = await readModuleGraph(root, entries);
  const direct = new Set(modules.flatMap((module) => module.npmPackage ?? []).filter((key) => !isTypes(key)));
  const used = [...withDependencies(direct, npmPackages)].sort();
  const integrities = await readIntegrities(root);
  const { license } = await readProject(root);
  const subject = {
    ...toComponent(packed, packed.integrity, license),
    type: npmPackage.programs.length > 0 ? "application" : "library",
  };
  const others = included.map(({ name, version, license }) =>
    toComponent({ name, version }, undefined, license)
  );
  const components = await Promise.all(
    used.map(async (key) =>
      toComponent(npmPackages[key]!, integrities.get(key), await readLicense(npmPackages[key]!))
    ),
  );
  const refOf = (key: string) => packageUrl(npmPackages[key]!);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: subject },
    components: mergeComponents([...others, ...components]),
    dependencies: mergeDependencies([
      { ref: packageUrl(packed), dependsOn: [...others.map(({ purl }) => purl), ...[...direct].map(refOf)] },
      ...used.map((key) => ({ ref: refOf(key), dependsOn: dependenciesOf(npmPackages, key).map(refOf) })),
    ]),
  };
}

/** The graph of all modules that some entries import. An entry is a path in the project, or a bare specifier. */
async function readModuleGraph(root: string, entries: readonly string[]): Promise<ModuleGraph> {
  const folder = await mkdtemp(join(tmpdir(), "tck-bill-"));
  try {
    const specifiers = entries.map((entry) =>
      /\.tsx?$/.test(entry) ? pathToFileURL(join(root, entry)).href : entry
    );
    const file = join(folder, "entries.ts");
    await writeFile(file, specifiers.map((specifier) => `import ${JSON.stringify(specifier)};\n`).join(""));
    const flags = ["info", "--json", "--config", join(root, "deno.json"), file];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root, maxBuffer: 64 << 20 });
    return JSON.parse(stdout);
  } catch (cause) {
    throw new PackageError(`Cannot list what ${entries.join(", ")} import: ${cause}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The integrity value of each package in the project's lock file. */
async function readIntegrities(root: string): Promise<Map<string, string>> {
  const { npm } = JSON.parse(await readFile(join(root, "deno.lock"), "utf8"));
  const entries = Object.entries<{ integrity?: string }>(npm);
  return new Map(entries.flatMap(([key, { integrity }]) => integrity ? [[key, integrity]] : []));
}

/** Some packages, and all that they depend on. */
function withDependencies(from: ReadonlySet<string>, packages: ModuleGraph["npmPackages"]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    dependenciesOf(packages, key).forEach(visit);
  };
  from.forEach(visit);
  return seen;
}

/** The dependencies of a package, without types, which are not executed. */
function dependenciesOf(packages: ModuleGraph["npmPackages"], key: string): string[] {
  return packages[key]!.dependencies.filter((other) => other in packages && !isTypes(other));
}

function isTypes(key: string): boolean {
  return key.startsWith("@types/");
}

function toComponent(
  identity: { name: string; version: string },
  integrity: string | undefined,
  license: string | undefined,
) {
  const [group, name] = identity.name.startsWith("@") ? identity.name.split("/") : [undefined, identity.name];
  const purl = packageUrl(identity);
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: name!,
    version: identity.version,
    ...(integrity?.startsWith("sha512-")
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }] }
      : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

/** The package URL, as its specification encodes a scope. */
function packageUrl({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** @throws {PackageError} for a package without a licence: a bill of materials is read for them */
async function readLicense({ name, localPath }: InstalledPackage): Promise<string> {
  const known = findKnownLicense(name);
  if (known !== null) return known;
  const text = await readFile(join(localPath, "package.json"), "utf8").catch(() => null);
  const license: unknown = text === null ? undefined : JSON.parse(text).license;
  if (typeof license === "string" && !license.startsWith("SEE ")) return license;
  throw new PackageError(
    `Cannot state the licence of "${name}": add it to hosts/packaging/bill_of_materials.ts`,
  );
}

/** One package is several in the lock file if it has several sets of peers. */
function mergeComponents<Component extends { purl: string }>(components: readonly Component[]): Component[] {
  return [...new Map(components.map((component) => [component.purl, component])).values()];
}

function mergeDependencies(all: readonly { ref: string; dependsOn: readonly string[] }[]) {
  const byRef = Map.groupBy(all, ({ ref }) => ref);
  return [...byRef].map(([ref, parts]) => ({
    ref,
    dependsOn: [...new Set(parts.flatMap(({ dependsOn }) => dependsOn))].sort(),
  }));
}

/**
 * Licences of packages that do not state them where a bill of materials is written: those for other platforms are in the lock
 * file and not installed, and one refers to a file. A name that ends in `*` stands for all that begin so.
 */
const LICENSES: { readonly [name: string]: string } = {
  "@emnapi/*": "MIT",
  "@esbuild/*": "MIT",
  "@napi-rs/wasm-runtime": "MIT",
  "@rolldown/binding-*": "MIT",
  "@tailwindcss/oxide-*": "MIT",
  "@tybys/wasm-util": "MIT",
  "dejavu-fonts-ttf": "Bitstream-Vera",
  "fsevents": "MIT",
  "lightningcss-*": "MPL-2.0",
  "tslib": "0BSD",
};

/** The licence of a package, as an expression of SPDX, or null when its own `package.json` says it. */
export function findKnownLicense(name: string): string | null {
  const found = Object.entries(LICENSES).find(([pattern]) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  );
  return found?.[1] ?? null;
}
