import { posix } from "node:path";
import type { ForbiddenImport, Import } from "./imports.ts";

/**
 * Finds imports from another top-level folder that go past the `mod.ts` of the folder they import from: the deepest
 * folder around the imported file that has one.
 *
 * @param files every source file of the project
 */
export function findImportsPastFaces(
  imports: readonly Import[],
  files: ReadonlySet<string>,
): ForbiddenImport[] {
  return imports.flatMap((one) => {
    const { file, target } = one;
    if (target === null || topLevel(file) === topLevel(target) || !/\.(m?[jt]sx?)$/.test(target)) return [];
    const face = findFace(target, files);
    if (face === null || face === target) return [];
    return [{ ...one, rule: `another top-level folder is imported by its face, ${face}` }];
  });
}

function topLevel(path: string): string {
  return path.split("/", 1)[0]!;
}

function findFace(target: string, files: ReadonlySet<string>): string | null {
  for (let folder = posix.dirname(target); folder !== "."; folder = posix.dirname(folder)) {
    if (files.has(`${folder}/mod.ts`)) return `${folder}/mod.ts`;
  }
  return null;
}
