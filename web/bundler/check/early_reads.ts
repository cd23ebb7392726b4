import type * as ESTree from "estree";
import type { Diagnostic } from "../diagnostic.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/**
 * Finds that a file reads, while it loads, what another file of the project has not made yet, since the two import each other.
 * Modules throw then, as in the preview; in a bundle their constants are `var`, and the value is undefined.
 */
export function findEarlyReads(tree: ModuleTree): Diagnostic[] {
  return tree.nodes.flatMap((node) => {
    if (node.type !== "Identifier" || !isEarly(tree, node)) return [];
    const message = "a value of another file is read before that file has made it, and is undefined";
    const hint =
      "Two files import each other: move what both need into a third one, or read it in a function";
    const found = tree.createDiagnostic("module.early_read", node.start, message, hint);
    return found.file?.includes("node_modules/") ? [] : [found];
  });
}

/** Whether an identifier is evaluated at the top level, and a variable with a value that comes later. */
function isEarly(tree: ModuleTree, identifier: Node): boolean {
  const variable = tree.variableOf(identifier);
  const [definition, ...others] = variable?.defs ?? [];
  if (definition === undefined || others.length > 0 || variable!.scope.type !== "module") return false;
  const declarator = definition.node as Node;
  return declarator.type === "VariableDeclarator" && declarator.init !== null &&
    declarator.init !== undefined &&
    identifier.end <= declarator.start && !isLater(tree, identifier) && !isWritten(tree, identifier);
}

/** Whether a node is evaluated when something calls it, or makes an instance. */
function isLater(tree: ModuleTree, node: Node): boolean {
  for (let outer = tree.parentOf(node); outer !== undefined; outer = tree.parentOf(outer)) {
    if (LATER.has(outer.type)) return true;
  }
  return false;
}

const LATER: ReadonlySet<ESTree.Node["type"]> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "PropertyDefinition",
]);

function isWritten(tree: ModuleTree, node: Node): boolean {
  const parent = tree.parentOf(node);
  return (parent?.type === "AssignmentExpression" && parent.left === node) ||
    (parent?.type === "UnaryExpression" && parent.operator === "typeof");
}
