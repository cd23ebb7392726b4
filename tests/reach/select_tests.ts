/**
 * Which test files notice a change of some files (`deno task test --changed`).
 *
 * A test has a *subject*: the rooms (two levels of folders, `hosts/auth`) whose folder it mirrors. It is selected by
 *
 * - itself, what it imports below `tests`, and each file that one of these names;
 * - the files of its subject that it reaches through imports;
 * - the files of other rooms from which a reached file of its subject imports a name itself; those of `core`, which has
 *   tests of its own for each rule, only if the test itself imports the file of its subject; and those of the kit that the
 *   bundler's isolate renders to be warm, likewise.
 *
 * What it only uses, a server around the card that it is about, does not select it. What no test is selected by runs
 * every test that reaches it in any way, and what concerns all of them (`EVERYTHING`) runs all.
 *
 * @module
 */
import { isProduction } from "../check/imports.ts";
import type { SourceGraph } from "./source_graph.ts";
import { subjectsOf } from "./subjects.ts";

/** Why a test file is selected: how it comes from the test to the changed file. */
export interface Selected {
  readonly test: string;
  /** The test, the files between, and the changed file. Of one file: everything is selected by it. */
  readonly path: readonly string[];
}

/** A change of these concerns every test: packages, settings of all processes, the runner (its times are an order only). */
const EVERYTHING = [
  /^deno\.(?:json|lock)$/,
  /^tests\/(?:run|test_process)\.ts$/,
  /^tests\/(?:runner|servers|packages)\/(?!.*(?:_test\.ts|times\.json)$)/,
  /^\.ci\//,
];

/** Whether a file has tests: `_test` files run with `deno task test`, `_soak` files with `deno task soak`. */
export function isTestFile(file: string): boolean {
  return /^tests\/.*_(?:test|soak)\.tsx?$/.test(file);
}

/** The test files that a change of some files selects, in order, each with one reason. */
export function selectTests(graph: SourceGraph, changed: readonly string[]): Selected[] {
  const tests = [...graph.files].filter(isTestFile).sort();
  const everything = changed.find((file) => EVERYTHING.some((pattern) => pattern.test(file)));
  if (everything !== undefined) return tests.map((test) => ({ test, path: [everything] }));
  const selected = new Map<string, readonly string[]>();
  const noticed = new Set<string>();
  for (const test of tests) {
    const reached = findNoticed(graph, test);
    for (const file of changed) {
      if (!reached.has(file)) continue;
      noticed.add(file);
      if (!selected.has(test)) selected.set(test, pathTo(reached, file));
    }
  }
  const unnoticed = changed.filter((file) => !noticed.has(file));
  if (unnoticed.length > 0) {
    for (const test of tests) {
      if (selected.has(test)) continue;
      const reached = findReached(graph, test, () => "through");
      const file = unnoticed.find((file) => reached.has(file));
      if (file !== undefined) selected.set(test, pathTo(reached, file));
    }
  }
  return tests.filter((test) => selected.has(test)).map((test) => ({ test, path: selected.get(test)! }));
}

/** What a test notices, each file with the one before it on the way from the test; the test itself has null. */
export function findNoticed(graph: SourceGraph, test: string): ReadonlyMap<string, string | null> {
  const subjects = subjectsOf(test, graph.files);
  const isSubject = (file: string) =>
    subjects.some((subject) => file === subject || file.startsWith(`${subject}/`));
  const imported = graph.edgesOf(test);
  const isOfCore = test.startsWith("tests/core/");
  return findReached(graph, test, (from, to, edge) => {
    if (isSubject(to) || !isProduction(to)) return "through";
    const isNoticed = imported.has(from) || !isTriedElsewhere(from, to) ||
      (isOfCore && to.startsWith("core/"));
    return isSubject(from) && edge === "named" && isNoticed ? "to" : "not";
  });
}

/** Whether a file of another room has tests of its own for what the file that imports it does with it. */
function isTriedElsewhere(from: string, to: string): boolean {
  return to.startsWith("core/") || (to.startsWith("web/tck/") && from.startsWith("web/bundler/"));
}

/**
 * What a file reaches, in the order of distance.
 *
 * @param follow whether an edge leads through its target to what that reaches, to it and no further, or not at all
 */
function findReached(
  graph: SourceGraph,
  start: string,
  follow: (from: string, to: string, edge: "named" | "whole") => "through" | "to" | "not",
): ReadonlyMap<string, string | null> {
  const reached = new Map<string, string | null>([[start, null]]);
  const through = new Set([start]);
  for (const file of through) {
    for (const [target, edge] of graph.edgesOf(file)) {
      // A soak imports the tests that it runs in another browser.
      const way = isTestFile(target) && file !== start ? "to" : follow(file, target, edge);
      if (way === "not") continue;
      if (!reached.has(target)) reached.set(target, file);
      if (way === "through") through.add(target);
    }
  }
  return reached;
}

function pathTo(reached: ReadonlyMap<string, string | null>, file: string): string[] {
  const before = reached.get(file);
  return before === null || before === undefined ? [file] : [...pathTo(reached, before), file];
}
