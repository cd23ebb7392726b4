import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { CodedError } from "../../core/errors/mod.ts";
import { readTemplate } from "./template.ts";

export interface CreatedProject {
  /** The absolute path of the folder. */
  directory: string;
  /** The name in its `package.json`, which is the folder's name. */
  name: string;
  /** The sorted paths of its files, relative to the folder. */
  files: string[];
}

/** Why a project was not created. */
export type ScaffoldErrorCode = "folder.not_empty" | "folder.is_file" | "folder.current" | "name.invalid";

/** The project was not created and nothing was written. */
export class ScaffoldError extends CodedError<ScaffoldErrorCode> {
  override readonly name = "ScaffoldError";
}

/** What npm accepts as the name of a package without a scope. */
const PACKAGE_NAME = /^[a-z0-9][a-z0-9._-]{0,213}$/;

/**
 * Creates a widget project atomically (lifecycle specification, phase A: scaffold).
 *
 * @param path the folder of the project, which must be empty or not exist
 * @throws {ScaffoldError} when the folder or its name cannot be used
 */
export async function createProject(path: string): Promise<CreatedProject> {
  const directory = resolve(path);
  const name = basename(directory);
  await assertUsable(path, directory, name);
  const template = await readTemplate();
  const parent = dirname(directory);
  const draft = join(parent, `.${name}.${randomUUID()}.tmp`);
  await mkdir(parent, { recursive: true });
  try {
    for (const file of template) {
      const target = join(draft, file.path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, file.bytes);
    }
    await writeName(join(draft, "package.json"), name);
    await replaceEmptyFolder(directory, draft);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw isNotEmpty(error) ? notEmpty(path) : error;
  }
  return { directory, name, files: template.map((file) => file.path) };
}

async function assertUsable(path: string, directory: string, name: string): Promise<void> {
  if (directory === process.cwd()) {
    throw scaffoldError("folder.current", path, "it is the current folder, use a new one inside it");
  }
  if (!PACKAGE_NAME.test(name)) {
    throw scaffoldError(
      "name.invalid",
      path,
      "the name of a project consists of a-z, 0-9, dots, hyphens and underscores",
    );
  }
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw scaffoldError("folder.is_file", path, "a file with this name exists");
    throw error;
  });
  if (entries.length > 0) throw notEmpty(path);
}

async function writeName(file: string, name: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify({ ...manifest, name }, null, 2)}\n`);
}

/** Both `rmdir` and `rename` fail if the folder has got files in the meantime. */
async function replaceEmptyFolder(directory: string, draft: string): Promise<void> {
  await rmdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(draft, directory);
}

function isNotEmpty(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTEMPTY" || code === "EEXIST";
}

function notEmpty(path: string): ScaffoldError {
  return scaffoldError("folder.not_empty", path, "the folder is not empty");
}

function scaffoldError(code: ScaffoldErrorCode, path: string, reason: string): ScaffoldError {
  return new ScaffoldError(code, `Cannot create project ${JSON.stringify(path.slice(-80))}: ${reason}`);
}
