import type * as ESTree from "estree";
import type { ModuleTree, Node } from "./module_tree.ts";

/**
 * The code that is evaluated in place of a bundle's module: a function of the shared modules and of `import()`, which
 * returns the exports. It contains no import. Nothing else is changed, and everything keeps its column; the
 * module's first line is the second one of the code.
 */
export function createEvaluatedCode(tree: ModuleTree): string {
  const names = createNames(tree.code);
  const bindings = tree.body.flatMap((node) => bindImports(node, names.modules));
  const exports = tree.body.flatMap((node) => listExports(node, names.modules));
  // The code ends with the name that its frames have in the stack of an error.
  return `export default async(${names.modules},${names.importShared})=>{const ${names.meta}={url:${META_URL}};${
    bindings.join("")
  }\n${replaceImports(tree, names)}\nreturn{__proto__:null,${exports.join()}}};\n//# sourceURL=widget.mjs`;
}

/** A page loads the module from its own host, whose name a widget must not rely on. */
const META_URL = '"https://widget.invalid/widget.mjs"';

interface Names {
  modules: string;
  importShared: string;
  meta: string;
}

/** Names that the module does not use, each as long as `import` and so able to replace it. */
function createNames(code: string): Names {
  const unused = [];
  for (let index = 0; unused.length < 3; index++) {
    const name = `$${index.toString(36).padStart(5, "0")}`;
    if (!code.includes(name)) unused.push(name);
  }
  const [modules, importShared, meta] = unused as [string, string, string];
  return { modules, importShared, meta };
}

/** Replaces import and export declarations, `import()` and `import.meta`, each by a text of the same length. */
function replaceImports(tree: ModuleTree, { importShared, meta }: Names): string {
  const parts: string[] = [];
  let end = 0;
  const replace = (start: number, replaced: number, text: string) => {
    parts.push(tree.code.slice(end, start), text);
    end = replaced;
  };
  for (const node of tree.nodes.filter(isImportOrExport).sort((a, b) => a.start - b.start)) {
    if (node.type === "ImportExpression") {
      replace(node.start, node.start + "import".length, importShared);
    } else {
      const text = tree.code.slice(node.start, node.end);
      const kept = node.type === "MetaProperty" ? meta : "";
      replace(node.start, node.end, kept + text.slice(kept.length).replaceAll(/[^\n\r\u2028\u2029]/g, " "));
    }
  }
  parts.push(tree.code.slice(end));
  return parts.join("");
}

/** esbuild prints exports as a list at the end of a bundle: no export declaration holds code. */
function isImportOrExport(node: Node): boolean {
  return /^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$/.test(node.type) ||
    (node.type === "MetaProperty" && node.meta.name === "import");
}

function bindImports(node: Node, modules: string): string[] {
  if (node.type !== "ImportDeclaration") return [];
  const module = `${modules}[${JSON.stringify(node.source.value)}]`;
  return node.specifiers.map((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return `const ${specifier.local.name}=${module};`;
    const name = specifier.type === "ImportDefaultSpecifier" ? '"default"' : quoteName(specifier.imported);
    return `const{${name}:${specifier.local.name}}=${module};`;
  });
}

function listExports(node: Node, modules: string): string[] {
  if (node.type === "ExportAllDeclaration") {
    const module = `${modules}[${JSON.stringify(node.source.value)}]`;
    return [node.exported ? `[${quoteName(node.exported)}]:${module}` : `...${module}`];
  }
  if (node.type !== "ExportNamedDeclaration") return [];
  const module = node.source ? `${modules}[${JSON.stringify(node.source.value)}]` : null;
  return node.specifiers.map(({ local, exported }) => {
    const value = module ? `${module}[${quoteName(local)}]` : (local as ESTree.Identifier).name;
    return `[${quoteName(exported)}]:${value}`; // Computed: an export may be named __proto__.
  });
}

function quoteName(name: ESTree.Identifier | ESTree.Literal): string {
  return JSON.stringify(name.type === "Identifier" ? name.name : String(name.value));
}
