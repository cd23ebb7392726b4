import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { TextLines } from "./text_lines.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Markup beyond this length, in characters, is not read. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** What is deeper in elements than this is left out. */
const MAX_DEPTH = 256;

/**
 * The text of a card's markup as a reader would say it: headings and paragraphs apart, an item of a list and a row of a
 * table on a line each, pictures and charts by their labels. What is hidden from screen readers is left out.
 *
 * @param html the markup, such as `renderToString` writes it; not a whole document
 * @returns lines separated by `\n`, without one at the end; empty for markup without text
 *
 * @example
 * ```ts
 * textOfMarkup("<h2>Today</h2><ul><li>Rain</li><li>9 °C</li></ul>"); // "Today\n\n- Rain\n- 9 °C"
 * ```
 */
export function textOfMarkup(html: string): string {
  const lines = new TextLines();
  for (const node of parseFragment(html.slice(0, MAX_LENGTH)).childNodes) writeNode(node, lines, 0);
  return lines.toString();
}

function writeNode(node: Node, lines: TextLines, depth: number): void {
  if ("value" in node) return lines.write(node.value);
  if (!isElement(node) || depth > MAX_DEPTH || isLeftOut(node)) return;
  const label = readLabel(node);
  if (label !== null) return writeApart(lines, label);
  if (node.tagName === "br") return lines.endLine();
  const write = WRITERS[node.tagName] ?? (BLOCKS.has(node.tagName) ? writeBlock : writeInline);
  write(node, lines, depth);
}

/** Elements that are written in a way of their own. */
const WRITERS: { readonly [tag: string]: (element: Element, lines: TextLines, depth: number) => void } = {
  ul: writeList,
  ol: writeList,
  menu: writeList,
  tr: writeRow,
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6", "p", "table", "blockquote"].map((tag) => [
    tag,
    writeParagraph,
  ])),
};

const BLOCKS = new Set(
  "address article aside caption dd details div dl dt fieldset figcaption figure footer form header hr legend li main nav section summary"
    .split(" "),
);

const LEFT_OUT = new Set(["script", "style", "template", "noscript", "title", "head"]);

function isLeftOut({ tagName, attrs }: Element): boolean {
  return LEFT_OUT.has(tagName) ||
    attrs.some(({ name, value }) => name === "hidden" || (name === "aria-hidden" && value === "true"));
}

/** The text of a picture or chart, which stands for its content; null for other elements. Empty: it is decoration. */
function readLabel(element: Element): string | null {
  const read = (name: string) => element.attrs.find((attribute) => attribute.name === name)?.value;
  if (element.tagName === "img") return read("alt") ?? "";
  if (read("role") === "img" || element.tagName === "svg") return read("aria-label") ?? "";
  if (element.tagName === "input" && ["checkbox", "radio"].includes(read("type") ?? "")) {
    return read("checked") === undefined ? "[ ]" : "[x]";
  }
  return null;
}

function writeChildren({ childNodes }: Element, lines: TextLines, depth: number): void {
  for (const child of childNodes) writeNode(child, lines, depth + 1);
}

/** Elements beside each other have no space between them in the markup of React, and are apart by their styles. */
function writeInline(element: Element, lines: TextLines, depth: number): void {
  if (followsElement(element)) lines.space();
  writeChildren(element, lines, depth);
}

function writeApart(lines: TextLines, text: string): void {
  lines.space();
  lines.write(text);
  lines.space();
}

function followsElement(element: Element): boolean {
  const siblings = element.parentNode?.childNodes ?? [];
  const before = siblings[siblings.indexOf(element) - 1];
  return before !== undefined && isElement(before);
}

function writeBlock(element: Element, lines: TextLines, depth: number): void {
  lines.endLine();
  writeChildren(element, lines, depth);
  lines.endLine();
}

function writeParagraph(element: Element, lines: TextLines, depth: number): void {
  lines.endParagraph();
  writeChildren(element, lines, depth);
  lines.endParagraph();
}

function writeList(list: Element, lines: TextLines, depth: number): void {
  lines.endLine();
  let number = 1;
  for (const item of list.childNodes) {
    if (!isElement(item) || item.tagName !== "li") {
      writeNode(item, lines, depth + 1);
    } else if (!isLeftOut(item)) {
      lines.writeItem(list.tagName === "ol" ? `${number++}. ` : "- ", () => {
        writeChildren(item, lines, depth + 1);
      });
    }
  }
  lines.endLine();
}

function writeRow(row: Element, lines: TextLines, depth: number): void {
  for (const cell of row.childNodes) {
    if (!isElement(cell) || isLeftOut(cell)) continue;
    const text = new TextLines();
    writeChildren(cell, text, depth + 1);
    const content = text.toString().replaceAll(/\s+/g, " ");
    if (content !== "") lines.writeCell(content);
  }
  lines.endLine();
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
