/**
 * What each file of the tree reaches, file by file: a name that is imported from a folder's `mod.ts` leads to the file that
 * defines it, and not to all that the folder has.
 *
 * @module
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { type ModuleEdge, readEdges, type SourceEdges } from "./source_edges.ts";

/** The files of the tree and what each names. */
export interface SourceGraph {
  /** All files, relative to the root, those of no commit yet included. */
  readonly files: ReadonlySet<string>;
  /**
   * The files that a file imports or names. "whole" are those behind a `mod.ts` of which it takes everything
   * (`import * as kit`): what it does depends on none of them alone.
   */
  edgesOf(file: string): ReadonlyMap<string, "named" | "whole">;
  /** Whether a source file defines values: one of types alone is gone when a test runs. */
  isExecuted(file: string): boolean;
}

const NOTHING: SourceEdges = { modules: [], defined: new Set(), paths: [] };

const SOURCE = /\.(?:m?[jt]sx?)$/;

/** Reads the tree below a folder that is a git work tree. */
export function readSourceGraph(root: string): SourceGraph {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  const files = listed.split("\n").filter((file) => file !== "");
  return createSourceGraph(files, (file) => {
    try {
      return readFileSync(join(root, file), "utf8");
    } catch {
      return ""; // Deleted in the work tree.
    }
  });
}

/** @param read returns the text of a source file */
export function createSourceGraph(files: readonly string[], read: (file: string) => string): SourceGraph {
  const all = new Set(files);
  const folders = groupByFolder(files);
  const sources = new Map<string, SourceEdges>();
  const sourceOf = (file: string): SourceEdges => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const edges = SOURCE.test(file) && all.has(file) ? readEdges(file, read(file)) : NOTHING;
    sources.set(file, edges);
    return edges;
  };
  const edges = new Map<string, ReadonlyMap<string, "named" | "whole">>();
  return {
    files: all,
    isExecuted: (file) => sourceOf(file).defined.size > 0,
    edgesOf(file) {
      const known = edges.get(file);
      if (known !== undefined) return known;
      const { modules, paths } = sourceOf(file);
      const targets = new Map<string, "named" | "whole">();
      // What a file only passes on is reached by those who take it, and by who takes all of it.
      for (const edge of modules.filter(({ isReexport }) => !isReexport)) {
        for (const target of findDefinitions(edge, sourceOf)) {
          const isWhole = edge.names === null && target !== edge.target;
          if (!isWhole || !targets.has(target)) targets.set(target, isWhole ? "whole" : "named");
        }
      }
      for (const path of paths) {
        for (const target of findNamed(file, path, all, folders)) targets.set(target, "named");
      }
      targets.delete(file);
      edges.set(file, targets);
      return targets;
    },
  };
}

/** The files that define what an edge takes, and those that pass it on. */
function findDefinitions(edge: ModuleEdge, sourceOf: (file: string) => SourceEdges): ReadonlySet<string> {
  const found = new Set<string>();
  const names = edge.names?.map(({ name }) => name) ?? [null];
  for (const name of names) findDefinition(edge.target, name, sourceOf, found, new Set());
  return found;
}

/** Adds the file that defines a name, and those on the way to it. Returns whether there is one. `null` stands for all names. */
function findDefinition(
  file: string,
  name: string | null,
  sourceOf: (file: string) => SourceEdges,
  found: Set<string>,
  seen: Set<string>,
): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const { modules, defined } = sourceOf(file);
  const passed = modules.filter(({ isReexport }) => isReexport);
  let isHere = name === null || defined.has(name) || passed.length === 0 && defined.size === 0;
  for (const { target, names } of passed) {
    if (names === null || name === null) {
      for (const next of names ?? [{ name }]) {
        isHere = findDefinition(target, next.name, sourceOf, found, new Set(seen)) || isHere;
      }
      continue;
    }
    const next = names.find(({ as }) => as === name);
    if (next !== undefined) {
      isHere = findDefinition(target, next.name, sourceOf, found, new Set(seen)) || isHere;
    }
  }
  if (isHere) found.add(file);
  return isHere;
}

/** The files that a path names, as seen from its file or from the root: one, or all of a folder. */
function findNamed(
  file: string,
  path: string,
  files: ReadonlySet<string>,
  folders: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const candidates = [posix.normalize(posix.join(dirname(file), path)), posix.normalize(path)]
    .map((candidate) => candidate.replace(/\/$/, ""));
  for (const candidate of candidates) {
    if (files.has(candidate)) return [candidate];
    // A folder of one segment (`core`, `tests`) is too much to be meant.
    if (candidate.includes("/") && folders.has(candidate)) return folders.get(candidate)!;
  }
  return [];
}

function groupByFolder(files: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const known = folders.get(folder);
      if (known === undefined) folders.set(folder, [file]);
      else known.push(file);
    }
  }
  return folders;
}
