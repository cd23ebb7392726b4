import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { toOutputPath } from "./addresses.ts";
import { PackageError } from "./errors.ts";
import type { Project } from "./project.ts";

/** The folders that packages are made of. */
const SOURCE_FOLDERS = ["core", "hosts", "preview", "terminal", "web"];

/** What package managers and builds leave in them. */
export const MADE_FOLDERS = ["node_modules", "dist"];

/**
 * Compiles modules and all that they import to JavaScript and declarations, in folders as those of the tree: a module
 * that two entries import is one module. `deno pack` does it, on a copy of the sources that holds nothing else; its
 * `package.json` is not used, for it widens exact versions.
 *
 * @param name the package, by whose name its own modules may be imported
 * @param entries modules, relative to the project
 * @returns JavaScript, and the declarations of what is public, by path
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
    await writeFile(join(stage, "deno.json"), JSON.stringify(describeStage(project, name, entries)));
    const tarball = join(stage, "package.tgz");
    await runDenoPack(stage, tarball);
    return await readModules(tarball, entries);
  } finally {
    await rm(stage, { recursive: true });
  }
}

async function copySources(project: Project, stage: string): Promise<void> {
  const filter = (path: string) => !MADE_FOLDERS.includes(basename(path));
  for (const folder of SOURCE_FOLDERS) {
    await cp(join(project.root, folder), join(stage, folder), { recursive: true, filter });
  }
  await cp(join(project.root, "deno.lock"), join(stage, "deno.lock"));
}

function describeStage(
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
  if (missing) throw new PackageError(`Cannot compile "${missing}": no JavaScript came of it`);
  // Declarations without a module are sources that were copied along.
  const isMade = (path: string) => path.endsWith(".js") || files.has(path.replace(/\.d\.ts$/, ".js"));
  return new Map([...files].filter(([path]) => isMade(path)));
}
