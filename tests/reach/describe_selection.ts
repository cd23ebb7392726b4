import { type Terminal, UsageError } from "../../terminal/mod.ts";
import { areasOf } from "../soak/areas.ts";
import { readSourceGraph } from "./source_graph.ts";
import { type Selected, selectTests } from "./select_tests.ts";

/** The `_test` files that a change selects. Prints why each of them is, and which areas of the soak it reaches. */
export async function selectChanged(
  root: string,
  changed: readonly string[],
  terminal: Terminal,
): Promise<string[]> {
  const selected = selectTests(readSourceGraph(root), changed);
  const tests = selected.filter(({ test }) => isTest(test));
  for (const { test, path } of tests) terminal.note(`${test}: ${describePath(test, path)}`);
  terminal.note(`test: ${changed.length} changed files select ${tests.length} test files`);
  const areas = areasOf(selected.map(({ test }) => test));
  if (areas.length > 0) {
    terminal.note(`test: they also reach soak tests: deno task soak ${areas.join(" ")}`);
  }
  return await Promise.resolve(tests.map(({ test }) => test));
}

/** Prints which tests a change of one file selects. Returns the exit code. */
export function explainFile(root: string, file: string, terminal: Terminal): number {
  const graph = readSourceGraph(root);
  const path = file.replace(/^\.\//, "");
  if (!graph.files.has(path)) {
    throw new UsageError(`--explain ${JSON.stringify(file)} is not a file of the tree`);
  }
  const selected = selectTests(graph, [path]);
  for (const { test, path } of selected) terminal.print(`${test}: ${describePath(test, path)}`);
  if (selected.length === 0) terminal.print(`no test reaches ${path}; deno task check reads it`);
  return 0;
}

function isTest(file: string): boolean {
  return /_test\.tsx?$/.test(file);
}

function describePath(test: string, path: Selected["path"]): string {
  if (path.length === 1) return path[0] === test ? "it changed" : `${path[0]} concerns every test`;
  return `reaches ${path.slice(1).join(" → ")}`;
}
