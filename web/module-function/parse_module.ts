import { parse } from "acorn";
import type * as ESTree from "estree";
import type { ModuleNode, ModuleSource } from "./module_function.ts";

/**
 * Parses a module.
 *
 * @param text its text; a hashbang becomes a comment
 * @throws {SyntaxError} when it is not a module
 */
export function parseModule(text: string): ModuleSource {
  const code = text.replace(/^#!/, "//");
  const root = parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as ModuleNode;
  const nodes = [root];
  for (const node of nodes) nodes.push(...childrenOf(node));
  return { code, body: (root as ESTree.Program).body as ModuleNode[], nodes };
}

function* childrenOf(node: ModuleNode): Generator<ModuleNode> {
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield item;
  }
}

function isNode(value: unknown): value is ModuleNode {
  return typeof value === "object" && value !== null && typeof (value as ModuleNode).type === "string";
}
