import type * as ESTree from "estree";
import type { CompiledWidget } from "../compile/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import {
  explainRawColor,
  explainUnknownToken,
  findRawColor,
  listOwnTokens,
  listReadTokens,
  RAW_COLOR_HINT,
  UNKNOWN_TOKEN_HINT,
} from "../style_rules/mod.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/** Attributes of SVG elements that are colours, as React names them. */
const SVG_COLORS = ["fill", "stroke", "stopColor", "floodColor"];

/**
 * Finds styles in the author's modules that do not fit both themes: colours in `style` and in attributes of SVG, and tokens
 * that neither the host nor the widget sets.
 */
export function findStyleWarnings(tree: ModuleTree, compiled: CompiledWidget): Diagnostic[] {
  const own = listOwnTokens(compiled.css, compiled.propertiesCss, compiled.module);
  const found = tree.nodes.flatMap((node) => [...findColor(tree, node), ...findTokens(tree, node, own)]);
  return found.filter(({ file }) => file !== null && !/(^|\/)node_modules\//.test(file));
}

function findColor(tree: ModuleTree, node: Node): Diagnostic[] {
  if (node.type !== "Property") return [];
  const property = nameOf(node);
  const value = textOf(node.value);
  if (property === null || value === null || !isStyle(tree, node, property)) return [];
  const color = findRawColor(property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value);
  if (!color) return [];
  const { start } = node.value as Node;
  const message = explainRawColor(color.text);
  return [tree.createDiagnostic("stylesheet.raw_color", start, message, RAW_COLOR_HINT)];
}

/** Whether a property is one of `style={{ … }}`, or an attribute of an element. */
function isStyle(tree: ModuleTree, property: Node, name: string): boolean {
  const object = tree.parentOf(property)!;
  const outer = tree.parentOf(object);
  if (outer?.type === "Property") return nameOf(outer) === "style";
  return outer?.type === "CallExpression" && outer.arguments[1] === object && SVG_COLORS.includes(name);
}

function findTokens(tree: ModuleTree, node: Node, own: ReadonlySet<string>): Diagnostic[] {
  const text = textOf(node);
  if (text === null || !text.includes("var(")) return [];
  return listReadTokens(text).flatMap(({ text: name }) => {
    const message = explainUnknownToken(name, own);
    if (message === null) return [];
    return [tree.createDiagnostic("stylesheet.unknown_token", node.start, message, UNKNOWN_TOKEN_HINT)];
  });
}

function nameOf({ key, computed }: ESTree.Property): string | null {
  if (key.type === "Literal") return String(key.value);
  return key.type === "Identifier" && !computed ? key.name : null;
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  const isConstant = node.type === "TemplateLiteral" && node.expressions.length === 0;
  return isConstant ? node.quasis[0]!.value.cooked ?? null : null;
}
