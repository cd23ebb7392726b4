import type { Diagnostic } from "../diagnostic.ts";
import { hasTrait, isError } from "../diagnostic_codes.ts";

const isConsequence = hasTrait("consequence");
const isOfImport = hasTrait("import");

/**
 * Joins what the bundler and TypeScript found. What both found at one place is reported once: an error of the bundler rather
 * than one of TypeScript, and an error rather than a warning. A widget that fails when it runs probably does so because of a
 * type, so that this comes last.
 */
export function mergeTypeErrors<One extends Diagnostic>(found: readonly One[], types: readonly One[]): One[] {
  const errors = found.filter(isError);
  const kept = types.filter((type) => !errors.some((error) => explains(error, type)));
  const placed = kept.filter(({ line }) => line !== null);
  const others = found.filter((one) => isError(one) || !placed.some((type) => isSamePlace(one, type)));
  return [...others.filter((one) => !isConsequence(one)), ...kept, ...others.filter(isConsequence)];
}

/** Nothing in a file that does not parse has a type; of an import, the two report different columns. */
function explains(error: Diagnostic, type: Diagnostic): boolean {
  if (error.file !== type.file || error.file === null) return false;
  if (error.code === "source.syntax") return true;
  return isOfImport(error) ? error.line === type.line : isSamePlace(error, type);
}

function isSamePlace(left: Diagnostic, right: Diagnostic): boolean {
  return left.file === right.file && left.line === right.line && left.column === right.column;
}
