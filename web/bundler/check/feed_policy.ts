import type * as ESTree from "estree";
import type { CompiledWidget } from "../compile/mod.ts";
import { diagnose, type Diagnostic } from "../diagnostic.ts";
import { isElementFunction } from "./element_functions.ts";
import type { ModuleTree, Node } from "./module_tree.ts";
import { RemoteContent } from "./remote_content.ts";

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
  image: {
    message: "a feed shows no image of another address",
    hint: "Import the image from a file of the project, which embeds it, or write it as a data URL",
  },
  frame: { message: "a feed shows no frames and objects", hint: "Link to it by an action of the manifest" },
  script: {
    message: "a feed loads no scripts and stylesheets by their address",
    hint: "Import the package or file, so that the build embeds it",
  },
  form: {
    message: "a feed sends no forms",
    hint: "Link to the page of the form by an action of the manifest",
  },
  connection: {
    message: "a feed opens no connection",
    hint: "Fetch before the widget is built, and write what it shows into the states of the manifest",
  },
} as const;

type Blocked = typeof BLOCKED[keyof typeof BLOCKED];

/** Elements that are of no use in a feed. */
const ELEMENTS: ReadonlyMap<unknown, Blocked> = new Map([
  ["style", BLOCKED.element],
  ["iframe", BLOCKED.frame],
  ["object", BLOCKED.frame],
  ["embed", BLOCKED.frame],
  ["script", BLOCKED.script],
  ["link", BLOCKED.script],
] as [unknown, Blocked][]);

/**
 * Finds what the content policy of a feed blocks, as far as it can be seen in the sources: the card is shown without it. What
 * a package has for other pages counts only where the whole widget depends on it.
 */
export function findBlocked(tree: ModuleTree): Diagnostic[] {
  const remote = new RemoteContent(tree);
  return tree.nodes.flatMap((node) => {
    const found = findRemote(remote, node) ?? findInNode(tree, node);
    if (found === null) return [];
    const diagnostic = tree.createDiagnostic("feed.blocked", node.start, found.message, found.hint);
    const isPackage = diagnostic.file === null || /(^|\/)node_modules\//.test(diagnostic.file);
    return isPackage && found !== BLOCKED.wasm ? [] : [diagnostic];
  });
}

/** Packages that write styles into the page's head while they render. */
const STYLE_WRITERS = new RegExp(
  String.raw`(?:^|/)node_modules/(@emotion/(?:react|styled|css)|styled-components|styled-jsx|goober|jss|` +
    String.raw`@stitches/(?:core|react)|@griffel/core|@ant-design/cssinjs|aphrodite|typestyle|fela-dom)/`,
);

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

function findRemote(remote: RemoteContent, node: Node): Blocked | null {
  if (remote.isImage(node)) return BLOCKED.image;
  if (remote.isMedia(node)) return BLOCKED.media;
  if (remote.isForm(node)) return BLOCKED.form;
  return remote.isConnection(node) ? BLOCKED.connection : null;
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
  if (first?.type !== "Literal") return null;
  if (first.value === "style" && isMember(callee, "setAttribute")) return BLOCKED.attribute;
  const blocked = ELEMENTS.get(first.value);
  return blocked !== undefined && isElementFunction(tree, callee) ? blocked : null;
}

function isMember(node: ESTree.Node, name: string): boolean {
  return node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier" &&
    node.property.name === name;
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
