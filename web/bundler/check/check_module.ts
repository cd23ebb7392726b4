import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { formatStylesheetLine } from "../../../core/tckb/mod.ts";
import type { CompiledWidget } from "../compile/mod.ts";
import { DiagnosticError } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import { checkBudget } from "./budget.ts";
import { createEvaluatedCode } from "./evaluated_code.ts";
import { findForbidden } from "./forbidden.ts";
import { findUnknownNames } from "./imported_names.ts";
import { findManifestPlaces, type ManifestPlace } from "./manifest_places.ts";
import { ModuleTree } from "./module_tree.ts";

/** A widget that may be evaluated. Plain data: it is made in a child process. */
export interface CheckedModule {
  source: WidgetSource;
  /** The text of `widget.mjs`, with the line on the stylesheets. */
  module: string;
  css: string;
  propertiesCss: string;
  /** The source map of the module without its first line, as JSON. */
  map: string;
  /** The SHA-256 of every file that was read, in hex, by its path relative to the project. */
  inputs: { [path: string]: string };
  /** The module as it is evaluated: its places are those of the module, one line further down. */
  evaluatedCode: string;
  /** Where the manifest is written in the module, without its first line. */
  manifestPlaces: ManifestPlace | null;
}

/**
 * Checks what can be known of a widget without running it: what it uses, what it imports, and its size.
 *
 * @throws {DiagnosticError} when the widget is not valid
 */
export function checkModule(compiled: CompiledWidget): CheckedModule {
  const { source, css, propertiesCss, map, inputs } = compiled;
  const line = formatStylesheetLine({
    css: sha384Base64Url(css),
    propertiesCss: sha384Base64Url(propertiesCss),
  });
  const module = `${line}\n${compiled.module}`;
  checkBudget(compiled, [module, css, propertiesCss].reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  const tree = new ModuleTree(compiled);
  const diagnostics = [findForbidden, findUnknownNames].map((find) => find(tree));
  const found = diagnostics.find(({ length }) => length > 0);
  if (found) throw new DiagnosticError(found);
  return {
    source,
    module,
    css,
    propertiesCss,
    map,
    inputs,
    evaluatedCode: createEvaluatedCode(tree),
    manifestPlaces: findManifestPlaces(tree),
  };
}

function sha384Base64Url(text: string): string {
  return createHash("sha384").update(text).digest("base64url");
}
