import type { DefaultTreeAdapterTypes } from "parse5";
import { judgeAttribute, ruleOf, VOID_ELEMENTS } from "./allowed_markup.ts";
import { InlineStyles, readInlineStyle, STYLE_ATTRIBUTE } from "./inline_styles.ts";
import { MAX_MARKUP_DEPTH, parseMarkup } from "./parse_markup.ts";

/** A card's markup as a document may contain it. */
export interface WrittenMarkup {
  /** As a browser serialises it. */
  readonly html: string;
  /** The rules of its `style` attributes, for a `<style>` element or a sheet of the same tree. */
  readonly css: string;
}

/** How many times written markup is written again at most, until it stays the same; if it still changes, it is not shown. */
const MAX_ROUNDS = 4;

/**
 * Writes the markup of a card again, from the elements and attributes of one table (`allowed_markup.ts`). The markup is a
 * stranger's: what runs, loads, sends, or leads anywhere is left out. What is written is parsed as the same elements
 * wherever it is, in an element and in a template, so that nothing becomes something else in a browser's hands.
 *
 * @returns null for markup that exceeds a limit, or that each parser would change again
 *
 * @example
 * ```ts
 * writeMarkup('<p onclick="x()" style="color:red">Sunny<script>x()</script>');
 * // { html: '<p data-card-style="0">Sunny</p>', css: '[data-card-style="0"]{color:red!important}\n' }
 * ```
 */
export function writeMarkup(source: string): WrittenMarkup | null {
  let stable: string | null = null;
  let written = rewrite(source.toWellFormed(), "element");
  for (let round = 1; written !== null && written !== stable; round++) {
    if (round > MAX_ROUNDS) return null;
    stable = written;
    written = rewrite(stable, "element");
  }
  if (written === null || rewrite(written, "template") !== written) return null;
  const styles = new InlineStyles();
  const html = rewrite(written, "element", styles);
  return html === null ? null : { html, css: String(styles) };
}

/** @param styles takes the `style` attributes; without it they are written again */
function rewrite(
  source: string,
  context: "element" | "template",
  styles: InlineStyles | null = null,
): string | null {
  const root = parseMarkup(source, context);
  return root && writeNodes(root.childNodes, 0, styles);
}

type Node = DefaultTreeAdapterTypes.ChildNode;

function writeNodes(nodes: readonly Node[], depth: number, styles: InlineStyles | null): string | null {
  if (depth > MAX_MARKUP_DEPTH) return null; // Formatting elements are nested deeper than they are open.
  let text = "";
  for (const node of nodes) {
    const written = "tagName" in node
      ? writeElement(node, depth, styles)
      : "value" in node
      ? escapeText(node.value)
      : "";
    if (written === null) return null;
    text += written;
  }
  return text;
}

function writeElement(
  element: DefaultTreeAdapterTypes.Element,
  depth: number,
  styles: InlineStyles | null,
): string | null {
  const { tagName, namespaceURI, attrs, childNodes } = element;
  const rule = ruleOf(tagName, namespaceURI);
  if (rule === null) return "";
  if (rule === "content") return writeNodes(childNodes, depth + 1, styles);
  let start = `<${tagName}`;
  for (const { name, value, namespace } of attrs) {
    if (namespace !== undefined || name === STYLE_ATTRIBUTE) continue;
    if (name === "style") start += writeStyle(value, styles);
    else {
      const judged = judgeAttribute(rule, namespaceURI, name, value);
      if (judged !== null) start += ` ${name}="${escapeAttribute(judged)}"`;
    }
  }
  if (VOID_ELEMENTS.includes(tagName)) return `${start}>`;
  const content = writeNodes(childNodes, depth + 1, styles);
  return content === null ? null : `${start}>${content}</${tagName}>`;
}

function writeStyle(style: string, styles: InlineStyles | null): string {
  const declarations = readInlineStyle(style);
  if (declarations === "") return "";
  return styles === null
    ? ` style="${escapeAttribute(declarations)}"`
    : ` ${STYLE_ATTRIBUTE}="${styles.numberOf(declarations)}"`;
}

/** As browsers do. A carriage return would be read as a line feed. */
function escapeText(text: string): string {
  return text.replaceAll("\r", "\n").replaceAll("&", "&amp;").replaceAll("\u00a0", "&nbsp;").replaceAll(
    "<",
    "&lt;",
  )
    .replaceAll(">", "&gt;");
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', "&quot;");
}
