// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The links of the Markdown files, as one step of `deno task check`: each leads to a file that exists, and to a heading of
 * it; each `deno task` that they name is in `deno.json`; and the index of the decisions has each of them.
 *
 * @module
 */
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import project from "../../deno.json" with { type: "json" };

const DECISIONS = "docs/decisions";

/** Folders whose texts are not of this tree, or are read in another place. */
const OTHERS = /(?:^|\/)(?:node_modules|dist|\.[^/]+|fixtures|packages|template)$/;

/** What is wrong with the links of all Markdown files below a folder: `docs/kit.md: there is no "x.md"`. */
export async function findBrokenLinks(root: string, tasks: readonly string[]): Promise<string[]> {
  const files = await listMarkdown(root, "");
  const problems: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    for (const link of listLinks(text)) {
      const problem = await findFault(root, file, link);
      if (problem !== null) problems.push(`${file}: ${problem}`);
    }
    for (const [, task] of text.matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][a-z-]*)/g)) {
      if (!tasks.includes(task!)) problems.push(`${file}: there is no \`deno task ${task}\``);
    }
  }
  return [...problems, ...await findUnlistedDecisions(root, files)];
}

async function listMarkdown(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OTHERS.test(path) ? [] : await listMarkdown(root, path);
    return path.endsWith(".md") ? [path] : [];
  }));
  return found.flat().sort();
}

/** The targets of links and pictures outside of code. */
function listLinks(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return Array.from(prose.matchAll(/\]\(([^()\s]+)\)/g), ([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

async function findFault(root: string, file: string, link: string): Promise<string | null> {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), decodeURI(path)));
  if (relative("", target).startsWith("..")) return `"${link}" leads out of the tree`;
  if (!await access(join(root, target)).then(() => true, () => false)) return `there is no "${link}"`;
  if (anchor === undefined || !target.endsWith(".md")) return null;
  const headings = (await readFile(join(root, target), "utf8")).matchAll(/^#{1,6} +(.*)$/gm);
  const names = Array.from(headings, ([, heading]) => nameOf(heading!));
  return names.includes(anchor) ? null : `"${target}" has no heading "#${anchor}"`;
}

/** The name by which a heading is linked to, as GitHub makes it. */
function nameOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-");
}

async function findUnlistedDecisions(root: string, files: readonly string[]): Promise<string[]> {
  const decisions = files.filter((file) => dirname(file) === DECISIONS && !file.endsWith("README.md"));
  if (decisions.length === 0) return [];
  const index = await readFile(join(root, DECISIONS, "README.md"), "utf8");
  return decisions.map((file) => relative(DECISIONS, file))
    .filter((name) => !index.includes(`](${name})`))
    .map((name) => `${DECISIONS}/README.md: ${name} is missing`);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const problems = await findBrokenLinks(root, Object.keys(project.tasks));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) Deno.exit(1);
}
