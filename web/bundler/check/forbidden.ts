import type * as ESTree from "estree";
import type { Diagnostic } from "../diagnostic.ts";
import { type DiagnosticCode, hintOf } from "../diagnostic_codes.ts";
import { GlobalValues, type PropertyAccess } from "./global_values.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/** What a widget must not use of the browser, by its global name (lifecycle specification, §1 rule 1). */
const FORBIDDEN_GLOBALS: ReadonlyMap<string, DiagnosticCode> = new Map([
  ["localStorage", "forbidden.storage"],
  ["sessionStorage", "forbidden.storage"],
  ["indexedDB", "forbidden.storage"],
  ["cookieStore", "forbidden.cookie"],
  ["BroadcastChannel", "forbidden.broadcast_channel"],
  ["eval", "forbidden.dynamic_code"],
  // The code of a worker is never part of the bundle: it is a text, or another file.
  ["Worker", "forbidden.dynamic_code"],
  ["SharedWorker", "forbidden.dynamic_code"],
]);

/** Hooks that widgets must not use, and that the kit does not have (lifecycle specification, §1 rule 1). */
export const PERSISTENCE_HOOKS: readonly string[] = ["useFieldState", "usePersistState"];

/**
 * Finds what a widget must not use, in its own sources and in everything that is bundled into them. A local variable with
 * a forbidden name is allowed, and so is `typeof`; the global object is followed through its other names, variables and
 * destructuring.
 *
 * @param imports what the bundler has looked up and left in the module. Constants become literals after that
 */
export function findForbidden(tree: ModuleTree, imports: readonly string[]): Diagnostic[] {
  const values = new GlobalValues(tree);
  const found = new Map<number, Diagnostic>();
  const report = (node: Node, code: DiagnosticCode, message: string) => {
    if (found.has(node.start)) return;
    found.set(node.start, advise(tree.createDiagnostic(code, node.start, message, hintOf(code))));
  };
  for (const node of tree.nodes) {
    const fault = checkNode(tree, values, node, imports);
    if (fault) report(fault.node, fault.code, fault.message);
  }
  for (const access of values.accesses) {
    const fault = checkAccess(tree, access);
    if (fault) report(access.node, fault.code, fault.message);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, diagnostic]) => diagnostic);
}

/** An author cannot correct the code of a package. */
function advise(diagnostic: Diagnostic): Diagnostic {
  const name = PACKAGE.exec(diagnostic.file ?? "")?.[1];
  if (name === undefined) return diagnostic;
  const hint =
    `This is code of the package "${name}": import only parts of it that have no such code, or use another package`;
  return { ...diagnostic, hint };
}

/** The innermost package of a path. */
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

interface Fault {
  node: Node;
  code: DiagnosticCode;
  message: string;
}

function checkNode(
  tree: ModuleTree,
  values: GlobalValues,
  node: Node,
  imports: readonly string[],
): Fault | null {
  switch (node.type) {
    case "Identifier":
      return checkGlobal(tree, node);
    case "ImportSpecifier":
      return checkImport(tree, node);
    case "ImportExpression":
      return imports.includes(values.texts.textOf(node.source) ?? "")
        ? null
        : { node, code: "forbidden.dynamic_code", message: "import() of a computed path is forbidden" };
    case "CallExpression":
    case "NewExpression":
      return checkCall(values, node);
    case "MemberExpression":
      return checkConstructor(values, node);
    default:
      return null;
  }
}

function checkGlobal(tree: ModuleTree, node: Node & ESTree.Identifier): Fault | null {
  const code = FORBIDDEN_GLOBALS.get(node.name);
  if (!code || tree.variableOf(node) !== null || isTypeof(tree, node)) return null;
  return { node, code, message: `${node.name} is forbidden in a widget` };
}

function checkImport(tree: ModuleTree, node: Node & ESTree.ImportSpecifier): Fault | null {
  const declaration = tree.parentOf(node) as ESTree.ImportDeclaration;
  const name = node.imported.type === "Identifier" ? node.imported.name : String(node.imported.value);
  return declaration.source.value === "@tck/kit" ? checkHook(node, name) : null;
}

function checkHook(node: Node, name: string): Fault | null {
  if (!PERSISTENCE_HOOKS.includes(name)) return null;
  return { node, code: "forbidden.persistence_hook", message: `${name} is forbidden in a widget` };
}

function checkCall(
  values: GlobalValues,
  node: Node & (ESTree.CallExpression | ESTree.NewExpression),
): Fault | null {
  if (values.isValue(node.callee, "Function") && !values.isValue(node, "global getter")) {
    return {
      node,
      code: "forbidden.dynamic_code",
      message: "Function made from a text is forbidden in a widget",
    };
  }
  const [first] = node.arguments;
  if (values.isValue(node.callee, "timer") && first && isText(values, first)) {
    return {
      node: first as Node,
      code: "forbidden.dynamic_code",
      message: "a timer that runs a text is forbidden",
    };
  }
  return null;
}

/** `Function.call`, `(() => 1).constructor` and `x.constructor.constructor` all lead to code made from a text. */
function checkConstructor(values: GlobalValues, node: Node & ESTree.MemberExpression): Fault | null {
  const name = memberName(values, node);
  const isFunction = /Function/.test(node.object.type) || isConstructorMember(values, node.object);
  const isMade = values.isValue(node.object, "Function") &&
    ["call", "apply", "bind", "constructor"].includes(name ?? "");
  if (!isMade && !(isFunction && name === "constructor")) return null;
  return {
    node: node.property as Node,
    code: "forbidden.dynamic_code",
    message: "Function made from a text is forbidden in a widget",
  };
}

function isConstructorMember(values: GlobalValues, node: ESTree.Node): boolean {
  return node.type === "MemberExpression" && memberName(values, node) === "constructor";
}

function memberName({ texts }: GlobalValues, { property, computed }: ESTree.MemberExpression): string | null {
  return texts.nameOf(property, computed);
}

function isText(values: GlobalValues, node: ESTree.Node): boolean {
  if (node.type === "TemplateLiteral") return true;
  if (node.type === "BinaryExpression") {
    return node.operator === "+" && (isText(values, node.left) || isText(values, node.right));
  }
  return node.type === "Literal" ? typeof node.value === "string" : values.texts.textOf(node) !== null;
}

function checkAccess(
  tree: ModuleTree,
  { node, object, name }: PropertyAccess,
): Omit<Fault, "node"> | null {
  if (object === "kit" && name !== null) return checkHook(node, name);
  if (object !== "global object" && object !== "document") return null;
  if (name === null) {
    return {
      code: "forbidden.computed_global",
      message: `a computed property of the ${object} is forbidden in a widget`,
    };
  }
  const parent = tree.parentOf(node);
  if (parent && isTypeof(tree, parent)) return null;
  const code = object === "document" ? COOKIE.get(name) : FORBIDDEN_GLOBALS.get(name);
  const message = `${object === "document" ? "document.cookie" : name} is forbidden in a widget`;
  return code ? { code, message } : null;
}

const COOKIE: ReadonlyMap<string, DiagnosticCode> = new Map([["cookie", "forbidden.cookie"]]);

function isTypeof(tree: ModuleTree, node: Node): boolean {
  const parent = tree.parentOf(node);
  return parent?.type === "UnaryExpression" && parent.operator === "typeof";
}
