import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The fields of the project's `deno.json` that packages use. */
export interface Project {
  version: string;
  license: string;
  imports: { readonly [specifier: string]: string };
}

/** Reads the project's `deno.json`. */
export async function readProject(root: string): Promise<Project> {
  const { version, license, imports } = JSON.parse(await readFile(join(root, "deno.json"), "utf8"));
  return { version, license, imports };
}

/** The exact version of a package in `deno.json`, or null when the project does not use it. */
export function pinnedVersion(project: Project, name: string): string | null {
  const prefix = `npm:${name}@`;
  const specifier = project.imports[name];
  return specifier?.startsWith(prefix) ? specifier.slice(prefix.length) : null;
}
