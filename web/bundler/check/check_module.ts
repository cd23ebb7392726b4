import { LIMITS } from "../../../core/contract/mod.ts";
import { createModuleFunction } from "../../module-function/mod.ts";
import type { CompiledWidget } from "../compile/mod.ts";
import { diagnose, type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import { findEarlyReads } from "./early_reads.ts";
import { findBlocked, findStyleWriters } from "./feed_policy.ts";
import { findForbidden } from "./forbidden.ts";
import { findUnknownNames } from "./imported_names.ts";
import { findManifestPlaces, type ManifestPlace } from "./manifest_places.ts";
import { ModuleTree } from "./module_tree.ts";
import { findStyleWarnings } from "./style_warnings.ts";

/**
 * A widget that can be evaluated, with what was found without running it. Its module is the text of `widget.mjs` without the
 * lines that are written before it. Plain data: it is made in a child process.
 */
export interface CheckedModule extends Omit<CompiledWidget, "shares" | "imports"> {
  /** The module as it is evaluated: its places are those of the module, one line further down. */
  evaluatedCode: string;
  /** Where the manifest is written in the module. */
  manifestPlaces: ManifestPlace | null;
}

/**
 * Checks what can be known of a widget without running it: what it uses, what it imports, and its size.
 *
 * @throws {DiagnosticError} when the widget cannot be evaluated
 */
export function checkModule(compiled: CompiledWidget): CheckedModule {
  const { shares: _, imports, ...kept } = compiled;
  const size = [compiled.module, kept.css, kept.propertiesCss].reduce(
    (sum, text) => sum + new TextEncoder().encode(text).length,
    0,
  );
  const found = [...compiled.diagnostics, ...findOversize(compiled, size)];
  const tree = parseModule(compiled, found);
  return {
    ...kept,
    diagnostics: [
      ...found,
      ...findForbidden(tree, imports),
      ...findUnknownNames(tree),
      ...findStyleWarnings(tree, compiled),
      ...findBlocked(tree),
      ...findStyleWriters(compiled),
      ...findEarlyReads(tree),
    ],
    evaluatedCode: createEvaluatedCode(tree),
    manifestPlaces: findManifestPlaces(tree),
  };
}

/**
 * The code that is evaluated in place of a bundle's module: its default export is the module as a function of the shared
 * modules and of `import()`.
 */
export function createEvaluatedCode(tree: ModuleTree): string {
  // The code ends with the name that its frames have in the stack of an error.
  return `export default ${createModuleFunction(tree).code};\n//# sourceURL=widget.mjs`;
}

/** How many of the largest files a message lists. */
const MAX_LISTED_FILES = 3;

/** Finds that module and stylesheets together have more bytes than allowed, and lists what takes most. */
function findOversize({ source, shares }: CompiledWidget, size: number): Diagnostic[] {
  if (size <= LIMITS.widgetBytes) return [];
  const largest = Object.entries(shares).sort(([, a], [, b]) => b - a).slice(0, MAX_LISTED_FILES);
  const list = largest.map(([file, bytes]) => `${file} (${kibibytes(bytes)} KiB)`).join(", ");
  const [found, allowed] = [kibibytes(size), kibibytes(LIMITS.widgetBytes)];
  const message =
    `module and stylesheets have ${found} KiB, at most ${allowed} are allowed; the largest parts are ${list}`;
  const hint = "Leave out what the card does not show: fewer packages, images as SVG or smaller";
  return [diagnose("bundle.too_large", source, message, hint)];
}

function kibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}

function parseModule(compiled: CompiledWidget, found: readonly Diagnostic[]): ModuleTree {
  try {
    return new ModuleTree(compiled);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError([...found, ...error.diagnostics]);
  }
}
