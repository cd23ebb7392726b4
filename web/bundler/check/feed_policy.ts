import type * as ESTree from "estree";
import type { CompiledWidget } from "../compile/mod.ts";
import { diagnose, type Diagnostic } from "../diagnostic.ts";
import type { ModuleTree, Node } from "./module_tree.ts";

/** What the content policy of a feed blocks, and what to write instead. */
const BLOCKED = {
  element: {
    message: "a feed ignores a <style> element",
    hint: "Write its rules into the widget's stylesheet, or into a CSSStyleSheet of adoptedStyleSheets",
  },
  attribute: {
    message: 'a feed ignores style="…" in markup and setAttribute("style")',
    hint:
      "Give React a style object, set properties of element.style, or use a class of the widget's stylesheet",
  },
  wasm: {
    message: "a feed runs no WebAssembly",
    hint: "Compute in JavaScript, or before the widget is built",
  },
  media: { message: "a feed plays no audio and no video", hint: "Link to it by an action of the manifest" },
} as const;

type Blocked = typeof BLOCKED[keyof typeof BLOCKED];

/**
 * Finds what the content policy of a feed blocks, as far as it can be seen in the sources: the card is shown without it. What
 * a package has for other pages counts only where the whole widget depends on it.
 */
export function findBlocked(tree: ModuleTree): Diagnostic[] {
  return tree.nodes.flatMap((node) => {
    const found = findInNode(tree, node);
    if (found === null) return [];
    const diagnostic = tree.createDiagnostic("feed.blocked", node.start, found.message, found.hint);
    const isPackage = diagnostic.file === null || /(^|\/)node_modules\//.test(diagnostic.file);
    return isPackage && found !== BLOCKED.wasm ? [] : [diagnostic];
  });
}

/** Packages that write styles into the page's head while they render. */
const STYLE_WRITERS = /(?:^|\/)node_modules\/(@emotion\/(?:react|styled|css)|styled-components|goober)\//;

/** Finds packages whose styles do not reach a card: it is in a shadow root. */
export function findStyleWriters({ source, inputs }: CompiledWidget): Diagnostic[] {
  const names = Object.keys(inputs).flatMap((path) => STYLE_WRITERS.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort().map((name) =>
    diagnose(
      "feed.blocked",
      source,
      `${name} writes its styles into the page, where they do not reach a card`,
      "Write the rules into the widget's stylesheet, a CSS module or Tailwind's classes",
    )
  );
}

function findInNode(tree: ModuleTree, node: Node): Blocked | null {
  if (node.type === "CallExpression") return findInCall(tree, node);
  if (node.type === "Identifier") return isWebAssembly(tree, node) ? BLOCKED.wasm : null;
  const text = textOf(node);
  if (text === null) return null;
  if (/^\s*data:(?:audio|video)\//i.test(text)) return BLOCKED.media;
  if (/^\s*data:/i.test(text)) return null; // An embedded image.
  if (/<style[\s>]/i.test(text)) return BLOCKED.element;
  return /<[a-z][^<>]*\sstyle\s*=\s*["']/i.test(text) ? BLOCKED.attribute : null;
}

function findInCall(tree: ModuleTree, { callee, arguments: [first] }: ESTree.CallExpression): Blocked | null {
  if (first?.type !== "Literal" || first.value !== "style") return null;
  if (isMember(callee, "setAttribute")) return BLOCKED.attribute;
  const makesElement = isMember(callee, "createElement") || isElementFunction(tree, callee);
  return makesElement ? BLOCKED.element : null;
}

function isMember(node: ESTree.Node, name: string): boolean {
  return node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier" &&
    node.property.name === name;
}

/** Whether a function is one of React's that make elements, such as `jsx`. */
function isElementFunction(tree: ModuleTree, callee: ESTree.Node): boolean {
  const definitions = tree.variableOf(callee)?.defs ?? [];
  return definitions.some(({ node, parent }) =>
    node.type === "ImportSpecifier" && parent?.type === "ImportDeclaration" &&
    ["react", "react/jsx-runtime"].includes(String(parent.source.value)) &&
    node.imported.type === "Identifier" && ["jsx", "jsxs", "createElement"].includes(node.imported.name)
  );
}

function isWebAssembly(tree: ModuleTree, node: Node & ESTree.Identifier): boolean {
  if (node.name !== "WebAssembly" || tree.variableOf(node) !== null) return false;
  const parent = tree.parentOf(node);
  return !(parent?.type === "UnaryExpression" && parent.operator === "typeof");
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  return node.type === "TemplateElement" ? node.value.cooked ?? null : null;
}
