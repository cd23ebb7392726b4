import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { toOutputPath } from "./loaded_paths.ts";
import { PackageError } from "./errors.ts";
import type { Project } from "./project.ts";

/** The folders whose modules go into packages. */
const SOURCE_FOLDERS = ["core", "hosts", "preview", "terminal", "web"];

/** Folders that package managers and builds create in them. */
export const GENERATED_FOLDERS = ["node_modules", "dist"];

/**
 * Compiles modules and everything that they import to JavaScript and declarations, with `deno pack` on a copy of the
 * sources. The paths are those of the tree, so a module that two entries import is compiled once. The `package.json` of
 * `deno pack` is not used, because it turns exact versions into ranges.
 *
 * @param name the name of the package, by which its own modules may import it
 * @param entries paths of modules, relative to the project
 * @returns JavaScript and the declarations of public modules, by path
 * @throws {PackageError} when they cannot be compiled
 */
export async function compileModules(
  project: Project,
  name: string,
  entries: readonly string[],
): Promise<Map<string, string>> {
  const stage = await mkdtemp(join(tmpdir(), "tck-pack-"));
  try {
    await copySources(project, stage);
    await writeFile(join(stage, "deno.json"), JSON.stringify(createStageConfig(project, name, entries)));
    const tarball = join(stage, "package.tgz");
    await runDenoPack(stage, tarball);
    return await readModules(tarball, entries);
  } finally {
    await rm(stage, { recursive: true });
  }
}

async function copySources(project: Project, stage: string): Promise<void> {
  const filter = (path: string) => !GENERATED_FOLDERS.includes(basename(path));
  for (const folder of SOURCE_FOLDERS) {
    await cp(join(project.root, folder), join(stage, folder), { recursive: true, filter });
  }
  await cp(join(project.root, "deno.lock"), join(stage, "deno.lock"));
}

function createStageConfig(
  { version, imports, compilerOptions }: Project,
  name: string,
  entries: readonly string[],
) {
  return {
    name,
    version,
    exports: Object.fromEntries(
      entries.map((entry, index) => [index === 0 ? "." : `./${index}`, `./${entry}`]),
    ),
    imports,
    compilerOptions,
    nodeModulesDir: "none",
  };
}

async function runDenoPack(stage: string, tarball: string): Promise<void> {
  const flags = ["pack", "--quiet", "--allow-dirty", "--no-source-maps", "--output", tarball];
  try {
    await promisify(execFile)(process.execPath, flags, {
      cwd: stage,
      env: { ...process.env, NO_COLOR: "1" },
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new PackageError(`Cannot compile modules: ${stderr?.trim().slice(-2000) || error}`);
  }
}

async function readModules(tarball: string, entries: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { header, data } of await unpackTar(gunzipSync(await readFile(tarball)))) {
    if (data) files.set(header.name.replace(/^package\//, ""), Buffer.from(data).toString("utf8"));
  }
  const missing = entries.find((entry) => !files.has(toOutputPath(entry)));
  if (missing) throw new PackageError(`Cannot compile "${missing}": the compiler produced no JavaScript`);
  // Declarations without a module were copied from the sources.
  const isCompiled = (path: string) => path.endsWith(".js") || files.has(path.replace(/\.d\.ts$/, ".js"));
  return new Map([...files].filter(([path]) => isCompiled(path)));
}
