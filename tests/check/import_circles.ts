import type { Import } from "./imports.ts";

/**
 * Finds the circles of imports between files, `import type` included.
 *
 * @returns the files of each circle in the order of their imports; the last one imports the first one. Files that are
 * connected by several circles are reported by the shortest one through the first of them.
 */
export function findImportCircles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    if (target === null) continue;
    if (!targets.has(file)) targets.set(file, new Set());
    targets.get(file)!.add(target);
  }
  const reported = new Set<string>();
  const circles: string[][] = [];
  for (const file of [...targets.keys()].sort()) {
    if (reported.has(file)) continue;
    const circle = findShortestCircle(file, targets);
    if (circle === null) continue;
    circles.push(circle);
    for (const member of circle) reported.add(member);
  }
  return circles;
}

/** A breadth-first search for the way from a file back to itself. */
function findShortestCircle(
  start: string,
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | null {
  const importers = new Map<string, string | null>([[start, null]]);
  for (const [file] of importers) {
    for (const target of targets.get(file) ?? []) {
      if (target === start) return pathTo(file, importers);
      if (!importers.has(target)) importers.set(target, file);
    }
  }
  return null;
}

function pathTo(file: string, importers: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = [];
  for (let at: string | null = file; at !== null; at = importers.get(at) ?? null) path.unshift(at);
  return path;
}
