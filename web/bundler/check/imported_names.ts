import * as kit from "@tck/kit";
import type * as ESTree from "estree";
import { SHARED_SPECIFIERS } from "../../../core/contract/mod.ts";
import { nearestName, quote } from "../../../core/errors/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { host } from "../host/mod.ts";
import { PERSISTENCE_HOOKS } from "./forbidden.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/** The names that each shared specifier exports in a page. */
const EXPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  SHARED_SPECIFIERS.filter(({ widget }) => widget).map(({ specifier, asset }) => [
    specifier,
    asset === "tck.mjs" ? Object.keys(kit) : ["default", ...host.exportedNames(specifier)],
  ]),
);

/** The module that a widget imports a name from, or null when none of those of every widget exports it. */
export function findExporter(name: string): string | null {
  const found = ["@tck/kit", "react"].find((specifier) => EXPORTS.get(specifier)?.includes(name));
  return found ?? (/Chart$|^Sparkline$/.test(name) ? "@tck/kit/charts" : null);
}

/** Finds imports of names that a shared module does not export, apart from those that are forbidden. */
export function findUnknownNames(tree: ModuleTree): Diagnostic[] {
  return tree.body.flatMap((statement) => {
    if (!("source" in statement) || statement.source?.type !== "Literal") return [];
    const specifier = String(statement.source.value);
    const names = EXPORTS.get(specifier);
    if (!names || !("specifiers" in statement)) return [];
    return statement.specifiers.flatMap((node) => {
      const name = importedName(node);
      if (name === null || names.includes(name) || PERSISTENCE_HOOKS.includes(name)) return [];
      const nearest = nearestName(name, names);
      const suggestion = nearest === null ? "" : `; did you mean ${quote(nearest)}?`;
      const message = `"${specifier}" exports no ${quote(name)}${suggestion}`;
      return [tree.createDiagnostic("import.unknown_name", (node as Node).start, message, hintFor(name))];
    });
  });
}

function importedName(
  node: ESTree.ImportDeclaration["specifiers"][number] | ESTree.ExportSpecifier,
): string | null {
  if (node.type === "ImportDefaultSpecifier") return "default";
  if (node.type === "ImportNamespaceSpecifier") return null;
  const name = node.type === "ImportSpecifier" ? node.imported : node.local;
  return name.type === "Identifier" ? name.name : String(name.value);
}

function hintFor(name: string): string {
  return name === "default"
    ? 'Import what you need by its name: `import { useLocale } from "@tck/kit"`'
    : "Check the name's spelling; a type is imported by `import type`";
}
