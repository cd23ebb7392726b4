import type * as ESTree from "estree";

/** A node of a module's syntax tree, with its place in the module. */
export type ModuleNode = ESTree.Node & { start: number; end: number };

/** A module and its syntax tree. */
export interface ModuleSource {
  readonly code: string;
  /** The top-level statements. */
  readonly body: readonly ModuleNode[];
  /** Every node. */
  readonly nodes: readonly ModuleNode[];
}

/** What a module imports from another one. */
export interface ImportedNames {
  readonly specifier: string;
  /** The names without that of a namespace import. */
  readonly names: readonly string[];
}

export interface ModuleFunction {
  /**
   * The expression of a function of the shared modules, by specifier, and of `import()`, which resolves to the exports. It
   * contains no import, and may be part of a classic script in strict mode. Nothing else is changed, and everything keeps
   * its column; the module's first line is the second one of the expression.
   */
  readonly code: string;
  /** The declared imports. The function does not check that the modules have these names. */
  readonly imports: readonly ImportedNames[];
}

export function createModuleFunction(source: ModuleSource): ModuleFunction {
  const names = createNames(source.code);
  const bindings = source.body.flatMap((node) => bindImports(node, names.modules));
  const exports = source.body.flatMap((node) => listExports(node, names));
  const code =
    `async(${names.modules},${names.importShared})=>{let ${names.defaultExport};const ${names.meta}={url:${META_URL}};${
      bindings.join("")
    }\n${replaceImports(source, names)}\nreturn{__proto__:null,${exports.join()}}}`;
  return { code, imports: source.body.flatMap(listImportedNames) };
}

/** A page loads the module from its own host, whose name a widget must not rely on. */
const META_URL = '"https://widget.invalid/widget.mjs"';

interface Names {
  modules: string;
  importShared: string;
  meta: string;
  defaultExport: string;
}

/** Names that the module does not use, each as long as `import` and so able to replace it. */
function createNames(code: string): Names {
  const used = new Set(code.match(/\$[0-9a-z]{5}/g));
  const unused = [];
  for (let index = 0; unused.length < 4; index++) {
    const name = `$${index.toString(36).padStart(5, "0")}`;
    if (!used.has(name)) unused.push(name);
  }
  const [modules, importShared, meta, defaultExport] = unused as [string, string, string, string];
  return { modules, importShared, meta, defaultExport };
}

/** A text in place of a part of the module. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

function replaceImports(source: ModuleSource, names: Names): string {
  const edits = source.nodes.flatMap((node) => editNode(node, source.code, names));
  edits.push(...separateComments(source));
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    parts.push(source.code.slice(done, start), text);
    done = end;
  }
  parts.push(source.code.slice(done));
  return parts.join("");
}

/** Both words, with what may be between them. An expression after them may begin with parentheses, which are no node. */
const EXPORT_DEFAULT = /^export(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/.*[\n\r\u2028\u2029])*default/;

/** Replaces import and export declarations, `import()` and `import.meta`, each by a text of the same length. */
function editNode(node: ModuleNode, code: string, { importShared, meta, defaultExport }: Names): Edit[] {
  const { start } = node;
  const replace = (end: number, kept: string): Edit => {
    const text = code.slice(start, end - kept.length).replaceAll(/[^\n\r\u2028\u2029]/g, " ");
    return { start, end, text: text + kept };
  };
  switch (node.type) {
    case "ImportExpression":
      return [replace(start + "import".length, importShared)];
    case "MetaProperty":
      return node.meta.name === "import" ? [replace(node.end, meta)] : [];
    case "ImportDeclaration":
    case "ExportAllDeclaration":
      return [replace(node.end, "")];
    case "ExportNamedDeclaration":
      return [replace(node.declaration ? (node.declaration as ModuleNode).start : node.end, "")];
    case "ExportDefaultDeclaration": {
      const end = start +
        EXPORT_DEFAULT.exec(code.slice(start, (node.declaration as ModuleNode).start))![0].length;
      if (nameOf(node.declaration as ModuleNode) !== null) return [replace(end, "")];
      // A declaration ends without a semicolon, which the assignment needs.
      return [replace(end, `${defaultExport}=`), { start: node.end, end: node.end, text: ";" }];
    }
    default:
      return [];
  }
}

/** `<!--` between operators begins a comment in a classic script, unlike in a module. */
function separateComments({ code, nodes }: ModuleSource): Edit[] {
  const found = [...code.matchAll(/<!--/g)].map(({ index }) => index);
  if (found.length === 0) return [];
  const texts = nodes.filter(({ type }) => type === "Literal" || type === "TemplateElement")
    .sort((one, other) => one.start - other.start);
  let next = 0;
  return found.flatMap((index) => {
    while (next < texts.length && texts[next]!.end <= index) next++;
    const isText = next < texts.length && texts[next]!.start <= index;
    return isText ? [] : [{ start: index + 1, end: index + 1, text: " " }];
  });
}

function bindImports(node: ModuleNode, modules: string): string[] {
  if (node.type !== "ImportDeclaration") return [];
  const module = `${modules}[${JSON.stringify(node.source.value)}]`;
  return node.specifiers.map((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return `const ${specifier.local.name}=${module};`;
    return `const{${JSON.stringify(importedName(specifier))}:${specifier.local.name}}=${module};`;
  });
}

function importedName(specifier: ESTree.ImportSpecifier | ESTree.ImportDefaultSpecifier): string {
  return specifier.type === "ImportDefaultSpecifier" ? "default" : readName(specifier.imported);
}

function listImportedNames(node: ModuleNode): ImportedNames[] {
  if (node.type === "ImportDeclaration") {
    const named = node.specifiers.filter((specifier) => specifier.type !== "ImportNamespaceSpecifier");
    return [{ specifier: String(node.source.value), names: named.map(importedName) }];
  }
  if (node.type === "ExportAllDeclaration") return [{ specifier: String(node.source.value), names: [] }];
  if (node.type !== "ExportNamedDeclaration" || !node.source) return [];
  const names = node.specifiers.map(({ local }) => readName(local));
  return [{ specifier: String(node.source.value), names }];
}

function listExports(node: ModuleNode, { modules, defaultExport }: Names): string[] {
  if (node.type === "ExportDefaultDeclaration") {
    return [`default:${nameOf(node.declaration as ModuleNode) ?? defaultExport}`];
  }
  if (node.type === "ExportAllDeclaration") {
    const module = `${modules}[${JSON.stringify(node.source.value)}]`;
    return [node.exported ? `[${quoteName(node.exported)}]:${module}` : `...${module}`];
  }
  if (node.type !== "ExportNamedDeclaration") return [];
  if (node.declaration) return declaredNames(node.declaration).map((name) => `["${name}"]:${name}`);
  const module = node.source ? `${modules}[${JSON.stringify(node.source.value)}]` : null;
  return node.specifiers.map(({ local, exported }) => {
    const value = module ? `${module}[${quoteName(local)}]` : (local as ESTree.Identifier).name;
    return `[${quoteName(exported)}]:${value}`; // Computed: an export may be named __proto__.
  });
}

function declaredNames(declaration: ESTree.Declaration): string[] {
  if (declaration.type !== "VariableDeclaration") return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) => boundNames(id));
}

function boundNames(pattern: ESTree.Pattern | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames);
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === "RestElement" ? property : property.value)
      );
    case "RestElement":
      return boundNames(pattern.argument);
    case "AssignmentPattern":
      return boundNames(pattern.left);
    default:
      return [];
  }
}

/** The name of a function or class that is declared; null for what has none, and for an expression. */
function nameOf(node: ModuleNode): string | null {
  return node.type === "FunctionDeclaration" || node.type === "ClassDeclaration"
    ? (node.id as ESTree.Identifier | null)?.name ?? null
    : null;
}

function quoteName(name: ESTree.Identifier | ESTree.Literal): string {
  return JSON.stringify(readName(name));
}

function readName(name: ESTree.Identifier | ESTree.Literal): string {
  return name.type === "Identifier" ? name.name : String(name.value);
}
