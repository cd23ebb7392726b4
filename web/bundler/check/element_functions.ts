import type * as ESTree from "estree";
import type { ModuleTree } from "./module_tree.ts";

const MODULES = ["react", "react/jsx-runtime"];

const NAMES = ["jsx", "jsxs", "createElement"];

/** Whether an expression is one of React's functions that make elements, such as `jsx` or `React.createElement`. */
export function isElementFunction(tree: ModuleTree, callee: ESTree.Node): boolean {
  if (callee.type === "MemberExpression") {
    return !callee.computed && callee.property.type === "Identifier" &&
      callee.property.name === "createElement";
  }
  const definitions = tree.variableOf(callee)?.defs ?? [];
  return definitions.some(({ node, parent }) =>
    node.type === "ImportSpecifier" && parent?.type === "ImportDeclaration" &&
    MODULES.includes(String(parent.source.value)) &&
    node.imported.type === "Identifier" && NAMES.includes(node.imported.name)
  );
}
