// deno-lint-ignore-file no-console -- a program that prints its result
/**
 * The links and pictures of the Markdown files, as one step of `deno task check`: each leads to a file that exists, and to a heading of
 * it; each file and folder of this tree, each `deno task` and each command of `tck-serve` that they name exists; and the
 * index of the decisions has each of them.
 *
 * @module
 */
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { nameOfHeading } from "../../docs/site/heading_names.ts";
import project from "../../deno.json" with { type: "json" };

const DECISIONS = "docs/decisions";

/** Folders whose texts are not of this tree, or are read in another place. */
const OTHERS = /(?:^|\/)(?:node_modules|dist|\.[^/]+|fixtures|packages|template)$/;

/** Folders of what is installed or made, and of an editor. */
const UNTRACKED = /(?:^|\/)(?:node_modules|dist|coverage|\.git|\.tck|\.vscode)$/;

/** What is wrong with the links of all Markdown files below a folder: `docs/kit.md: there is no "x.md"`. */
export async function findBrokenLinks(root: string, tasks: readonly string[]): Promise<string[]> {
  const files = await listMarkdown(root, "");
  const tree = new Tree(await listTree(root, ""));
  const problems: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    for (const link of listLinks(text)) {
      const problem = await findFault(root, file, link);
      if (problem !== null) problems.push(`${file}: ${problem}`);
    }
    for (const [, command, name] of text.matchAll(COMMAND)) {
      if (!tasks.includes(name!)) {
        problems.push(`${file}: there is no \`${command!.replace(/@[\d.]+/, "")} ${name}\``);
      }
    }
    const isDecision = dirname(file) === DECISIONS;
    for (const path of listPaths(text)) {
      const isPath = tree.isBelowTop(path) || isDecision && SOURCE_NAME.test(path);
      if (isPath && !tree.has(path)) problems.push(`${file}: there is no \`${path}\``);
    }
  }
  return [...problems, ...await findUnlistedDecisions(root, files)];
}

/** The name of a command, such as `deno task demo`. What a server with the packages executes has the names of tasks. */
const COMMAND = /\b(deno(?:@[\d.]+)? task|tck-serve) ([a-z](?:[a-z:-]*[a-z])?)/g;

/** A source that a decision names without its folder. */
const SOURCE_NAME = /^[a-z]\w*\.tsx?$/;

/** What reads as a path in code, with the names that `{a,b}` stands for. */
function listPaths(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```/gm, "");
  return Array.from(prose.matchAll(/`([\w.{},*/-]+)`/g), ([, path]) => path!).flatMap(expand);
}

function expand(path: string): string[] {
  const [whole, before, names, after] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return whole === undefined ? [path] : names!.split(",").flatMap((name) => expand(before! + name + after));
}

/** The paths of all files and folders. */
class Tree {
  readonly #paths: string;
  readonly #top: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#paths = paths.map((path) => `/${path}\n`).join("");
    this.#top = new Set(paths.flatMap((path) => path.includes("/") ? path.split("/", 1) : []));
  }

  /** Whether a path begins with a folder of the tree. */
  isBelowTop(path: string): boolean {
    return path.includes("/") && this.#top.has(path.split("/", 1)[0]!);
  }

  /**
   * Whether something has a path, or one that ends with it: a list may leave out a folder that all of its files have. `*`
   * and words in capitals, such as `NAME` and `NNN_name`, stand for any name.
   */
  has(path: string): boolean {
    const pattern = path.replace(/\/$/, "").replaceAll(/[.]/g, "\\.").replaceAll(
      /\*|\b[A-Z]{2,}(?=\b|_)/g,
      "[^/\n]*",
    );
    return new RegExp(`/${pattern}\n`).test(this.#paths);
  }
}

async function listTree(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return UNTRACKED.test(path) ? [] : [path, ...await listTree(root, path)];
  }));
  return found.flat();
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
  return Array.from(prose.matchAll(/(?:\]\(|<[^>]* src(?:set)?=")([^()\s"]+)[)"]/g), ([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

async function findFault(root: string, file: string, link: string): Promise<string | null> {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), decodeURI(path)));
  if (relative("", target).startsWith("..")) return `"${link}" leads out of the tree`;
  if (!await access(join(root, target)).then(() => true, () => false)) return `there is no "${link}"`;
  if (anchor === undefined || !target.endsWith(".md")) return null;
  const headings = (await readFile(join(root, target), "utf8")).matchAll(/^#{1,6} +(.*)$/gm);
  const names = Array.from(headings, ([, heading]) => nameOfHeading(heading!));
  return names.includes(anchor) ? null : `"${target}" has no heading "#${anchor}"`;
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
