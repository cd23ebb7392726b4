import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AnyNode, parse } from "acorn";
import * as esbuild from "esbuild";

/** A regular expression in a source. */
export interface SourceRegex {
  file: string;
  source: string;
  flags: string;
}

/** Lists the regular expressions that are written in the code of folders. @param root the project's folder */
export async function listRegexes(root: string, folders: readonly string[]): Promise<SourceRegex[]> {
  const found: SourceRegex[] = [];
  for (const folder of folders) {
    for (const path of (await readdir(join(root, folder), { recursive: true })).sort()) {
      if (!/(?<!\.d)\.tsx?$/.test(path) || path.startsWith("scaffold/template/")) continue;
      const file = `${folder}/${path}`;
      found.push(...await readRegexes(file, await readFile(join(root, file), "utf8")));
    }
  }
  return found;
}

async function readRegexes(file: string, text: string): Promise<SourceRegex[]> {
  const { code } = await esbuild.transform(text, { loader: "tsx", target: "esnext", jsx: "automatic" })
    // An arrow function with a type parameter is not TSX.
    .catch(() => esbuild.transform(text, { loader: "ts", target: "esnext" }));
  const found: SourceRegex[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as AnyNode;
    if (node.type === "Literal" && node.regex) {
      found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    } else Object.values(node).forEach(walk);
  };
  walk(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  return found;
}
