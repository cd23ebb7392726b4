import type * as ESTree from "estree";
import type { BundledModule, Node } from "./bundled_module.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { EXPORTS } from "./host_exports.ts";
import { bindPlainModule } from "./plain_module.ts";
import { Rewriting } from "./rewriting.ts";

/** A bundle's module as it is evaluated. */
export interface BoundModule {
  /** A script whose value is the module as a function (see `WidgetModule` in `realm/mod.ts`). */
  code: string;
  /** The place in the bundle's module that a place of the code stands for. */
  toBundleOffset(offset: number): number;
}

/**
 * The module of a bundle as a function of what it imports: what is evaluated is what ships, but for its imports and
 * exports.
 *
 * @throws {DiagnosticError} when the module imports a name that the host does not have
 */
export function bindImports(module: BundledModule): BoundModule {
  const plain = module.imports === null ? null : bindPlainModule(module.code, module.imports);
  return plain ?? bindParsedModule(module);
}

function bindParsedModule(module: BundledModule): BoundModule {
  const unknown = module.nodes.flatMap((node) => checkImportedName(module, node));
  if (unknown.length > 0) throw new DiagnosticError(unknown);
  const names = unusedNames(module.code);
  const body = (module.nodes[0] as ESTree.Program).body as Node[];
  const bindings = body.flatMap((node) => bindDeclaration(node, names.modules));
  const text = new Rewriting(module.code);
  text.insert(`(async(${names.modules},${names.importShared})=>{"use strict";${bindings.join("")}`);
  for (const { start, end, by } of replacements(module, names)) text.replace(start, end, by);
  text.rest();
  text.insert(`\nreturn{__proto__:null,${body.flatMap((node) => exportsOf(node, names.modules)).join()}}})`);
  return { code: text.code, toBundleOffset: (offset) => text.originalOffset(offset) };
}

interface Names {
  modules: string;
  importShared: string;
}

/** Names for what the function is given, which the module itself has not. */
function unusedNames(code: string): Names {
  let end = "";
  while (code.includes(`tck$${end}`)) end += "$";
  return { modules: `tck$${end}modules`, importShared: `tck$${end}import` };
}

interface Replacement {
  start: number;
  end: number;
  by: string;
}

/** What no function can hold: import and export declarations, `import()` and `import.meta`. */
function replacements(module: BundledModule, { importShared }: Names): Replacement[] {
  const found: Replacement[] = [];
  for (const node of module.nodes) {
    const { start, end } = node;
    if (isDeclaration(node)) found.push({ start, end, by: "" });
    // The bundle imports shared modules alone, each by its name: nothing can be put in place of that name.
    else if (node.type === "ImportExpression") {
      found.push({ start, end: node.source.range![0], by: `${importShared}(` });
    } else if (node.type === "MetaProperty" && node.meta.name === "import") {
      found.push({ start, end, by: META });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Where a page has the module from; the name of the host is nobody's. */
const META = '({url:"https://widget.invalid/widget.mjs"})';

/** esbuild lists what a bundle exports at its end: no declaration holds code. */
function isDeclaration({ type }: Node): boolean {
  return type === "ImportDeclaration" || type === "ExportNamedDeclaration" || type === "ExportAllDeclaration";
}

function bindDeclaration(node: Node, modules: string): string[] {
  if (node.type !== "ImportDeclaration") return [];
  const module = `${modules}[${JSON.stringify(node.source.value)}]`;
  const names = node.specifiers.filter((specifier) => specifier.type !== "ImportNamespaceSpecifier");
  const namespaces = node.specifiers.filter((specifier) => specifier.type === "ImportNamespaceSpecifier");
  const properties = names.map((specifier) =>
    `${JSON.stringify(importedName(specifier as Node))}:${specifier.local.name}`
  );
  return [
    ...namespaces.map(({ local }) => `const ${local.name}=${module};`),
    ...(properties.length > 0 ? [`const{${properties.join()}}=${module};`] : []),
  ];
}

function exportsOf(node: Node, modules: string): string[] {
  if (node.type === "ExportAllDeclaration") {
    const module = `${modules}[${JSON.stringify(node.source.value)}]`;
    return [node.exported ? `${quoteName(node.exported)}:${module}` : `...${module}`];
  }
  if (node.type !== "ExportNamedDeclaration") return [];
  const module = node.source ? `${modules}[${JSON.stringify(node.source.value)}]` : null;
  return node.specifiers.map(({ local, exported }) => {
    const value = module ? `${module}[${quoteName(local)}]` : nameOf(local);
    return `${quoteName(exported)}:${value}`;
  });
}

function quoteName(name: ESTree.Identifier | ESTree.Literal): string {
  return JSON.stringify(nameOf(name));
}

function nameOf(name: ESTree.Identifier | ESTree.Literal): string {
  return name.type === "Identifier" ? name.name : String(name.value);
}

function checkImportedName(module: BundledModule, node: Node): Diagnostic[] {
  const name = importedName(node);
  const declaration = name === null ? undefined : module.parentOf(node);
  const specifier = declaration && "source" in declaration && declaration.source?.type === "Literal"
    ? String(declaration.source.value)
    : null;
  const names = specifier === null ? undefined : EXPORTS.get(specifier);
  if (name === null || !names || names.includes(name)) return [];
  return [{
    code: "import.unknown_name",
    widget: module.widget.name,
    ...module.locate(node.start),
    message: `"${specifier}" exports no "${name.slice(0, 80)}"`,
    hint: name === "default"
      ? 'Import what you need by its name: `import { useLocale } from "@tck/kit"`'
      : "Check the name's spelling; a type is imported by `import type`",
  }];
}

function importedName(node: Node): string | null {
  if (node.type === "ImportDefaultSpecifier") return "default";
  if (node.type === "ImportSpecifier") return nameOf(node.imported);
  return node.type === "ExportSpecifier" ? nameOf(node.local) : null;
}
