import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { readTemplate } from "./template.ts";

/** A project that was made. */
export interface CreatedProject {
  /** The absolute folder. */
  directory: string;
  /** The name in its `package.json`: that of the folder. */
  name: string;
  /** Its files, relative to the folder, in order. */
  files: string[];
}

/** Why no project was made. */
export type ScaffoldErrorCode = "folder.not_empty" | "folder.is_file" | "folder.current" | "name.invalid";

/** There is no project to be made here, and nothing was touched. */
export class ScaffoldError extends Error {
  override name = "ScaffoldError";

  /** @param code which of the reasons it is */
  constructor(readonly code: ScaffoldErrorCode, message: string) {
    super(message);
  }
}

/** What npm takes as the name of a package without a scope. */
const PACKAGE_NAME = /^[a-z0-9][a-z0-9._-]{0,213}$/;

/**
 * Makes a widget project (lifecycle specification, phase A: scaffold). It appears whole or not at all.
 *
 * @param path the folder of the project, which is not there yet or is empty
 * @throws {ScaffoldError} when the folder cannot become a project
 */
export async function createProject(path: string): Promise<CreatedProject> {
  const directory = resolve(path);
  const name = basename(directory);
  await refuseUnfit(path, directory, name);
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
    await nameProject(join(draft, "package.json"), name);
    await putInPlace(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw isNotEmpty(error) ? notEmpty(path) : error;
  }
  return { directory, name, files: template.map((file) => file.path) };
}

async function refuseUnfit(path: string, directory: string, name: string): Promise<void> {
  if (directory === process.cwd()) {
    throw refusal("folder.current", path, "it is the current folder, name a new one in it");
  }
  if (!PACKAGE_NAME.test(name)) {
    throw refusal("name.invalid", path, "a project's name has a-z, 0-9, dots, hyphens and underscores only");
  }
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw refusal("folder.is_file", path, "there is a file of that name");
    throw error;
  });
  if (entries.length > 0) throw notEmpty(path);
}

async function nameProject(file: string, name: string): Promise<void> {
  const manifest = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify({ ...manifest, name }, null, 2)}\n`);
}

/** An empty folder makes way; one that has been filled in the meantime stays, which both calls see to by themselves. */
async function putInPlace(draft: string, directory: string): Promise<void> {
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
  return refusal("folder.not_empty", path, "the folder is not empty");
}

function refusal(code: ScaffoldErrorCode, path: string, reason: string): ScaffoldError {
  return new ScaffoldError(code, `Cannot create project ${JSON.stringify(path.slice(-80))}: ${reason}`);
}
