/**
 * Writes an SVG again, from its shapes, texts and local references only. Widgets may have replaced everything that they can
 * reach when this runs: nothing is called that was not taken before.
 *
 * @module
 */
import { takeGetter, takeMethod } from "../native_members.ts";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";

/** No scripts, links, other documents or elements of HTML. */
const ELEMENTS = new RegExp(`^(?:${
  [
    "svg|g|defs|symbol|use|switch|view|title|desc|style|image",
    "path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath",
    "linearGradient|radialGradient|stop|clipPath|mask|pattern|marker|filter",
    "fe(?:Blend|ColorMatrix|ComponentTransfer|Composite|ConvolveMatrix|DiffuseLighting|DisplacementMap|DistantLight)",
    "fe(?:DropShadow|Flood|Func[RGBA]|GaussianBlur|Image|Merge|MergeNode|Morphology|Offset|PointLight)",
    "fe(?:SpecularLighting|SpotLight|Tile|Turbulence)",
    "animate|animateMotion|animateTransform|set|mpath",
  ].join("|")
})$`);

/** Neither handlers, nor addresses, nor what an address is relative to. */
const ATTRIBUTES = /^(?!on|(?:src|href|base)$)[a-z][\w-]*$/i;

/** Functions of CSS that load nothing. */
const FUNCTIONS = [
  "rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark",
  "translate(?:x|y|z|3d)?|scale(?:x|y|z|3d)?|rotate(?:x|y|z|3d)?|skew[xy]?|matrix(?:3d)?|perspective",
  "calc|min|max|clamp|var|cubic-bezier|steps|linear",
  "blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia",
  "polygon|circle|ellipse|inset|path",
  "is|not|where|nth-child|nth-last-child|nth-of-type|nth-last-of-type",
].join("|");

/**
 * What may load something by CSS: an escape, a rule such as `@import`, a function that is not known, and an address that is
 * not a place in the same document.
 */
const UNSAFE = new RegExp(
  String
    .raw`\\|@(?!(?:media|keyframes)\b)|(?<![\w-])(?!(?:url|${FUNCTIONS})\()[\w-]+\(|url\((?![ \t\n\f\r]*["']?#)`,
  "i",
);

/** What an animation must not change. */
const ADDRESSES = /href|src|style|^on/i;

const LOCAL = /^[ \t\n\f\r]*#/;

/** The only addresses of a picture within. */
const BITMAP = /^data:image\/(?:png|jpeg|gif|webp|avif);/i;

const SPECIAL = /[&<>"]/;

const exec = takeMethod(RegExp.prototype, "exec");
const parse = takeMethod(DOMParser.prototype, "parseFromString");
const readRoot = takeGetter(Document.prototype, "documentElement");
const readType = takeGetter(Node.prototype, "nodeType");
const readValue = takeGetter(Node.prototype, "nodeValue");
const readFirstChild = takeGetter(Node.prototype, "firstChild");
const readNextSibling = takeGetter(Node.prototype, "nextSibling");
const readName = takeGetter(Element.prototype, "localName");
const readNamespace = takeGetter(Element.prototype, "namespaceURI");
const readAttributes = takeGetter(Element.prototype, "attributes");
const readCount = takeGetter(NamedNodeMap.prototype, "length");
const readItem = takeMethod(NamedNodeMap.prototype, "item");
const readAttributeName = takeGetter(Attr.prototype, "localName");
const readAttributeNamespace = takeGetter(Attr.prototype, "namespaceURI");
const readAttributeValue = takeGetter(Attr.prototype, "value");
const parser = new DOMParser();

/** Writes an SVG again. Null for what is no SVG. What could load anything is left out. */
export function writeSvg(source: string): string | null {
  const root = readRoot(parse(parser, source, "image/svg+xml"));
  if (root === null || readName(root) !== "svg" || readNamespace(root) !== SVG) return null;
  return writeElement(root, ` xmlns="${SVG}" xmlns:xlink="${XLINK}"`);
}

function writeElement(element: Element, namespaces = ""): string {
  const name = readName(element);
  if (readNamespace(element) !== SVG || exec(ELEMENTS, name) === null) return "";
  const content = name === "style" ? writeStyle(element) : writeChildren(element);
  return `<${name}${namespaces}${writeAttributes(element, name)}>${content}</${name}>`;
}

const TEXT_NODE = 3;
const CDATA_NODE = 4;
const ELEMENT_NODE = 1;

/** A stylesheet is the text of an element without that of the elements in it: what is judged is what is written. */
function writeStyle(element: Element): string {
  let css = "";
  for (let node = readFirstChild(element); node !== null; node = readNextSibling(node)) {
    if (isText(node)) css += readValue(node) ?? "";
  }
  return isSafe(css) ? escape(css) : "";
}

function writeChildren(element: Element): string {
  let text = "";
  for (let node = readFirstChild(element); node !== null; node = readNextSibling(node)) {
    if (readType(node) === ELEMENT_NODE) text += writeElement(node as Element);
    else if (isText(node)) text += escape(readValue(node) ?? "");
  }
  return text;
}

function isText(node: Node): boolean {
  const type = readType(node);
  return type === TEXT_NODE || type === CDATA_NODE;
}

function writeAttributes(element: Element, elementName: string): string {
  const attributes = readAttributes(element);
  let text = "";
  for (let index = 0; index < readCount(attributes); index++) {
    const attribute = readItem(attributes, index)!;
    const value = readAttributeValue(attribute);
    const name = findWrittenName(attribute, elementName, value);
    if (name !== null) text += ` ${name}="${escape(value)}"`;
  }
  return text;
}

/** The name by which an attribute is written; null if it is left out. */
function findWrittenName(attribute: Attr, elementName: string, value: string): string | null {
  const name = readAttributeName(attribute);
  const namespace = readAttributeNamespace(attribute);
  if (name === "href" && (namespace === null || namespace === XLINK)) {
    if (!isOwnAddress(elementName, value)) return null;
    return namespace === null ? name : "xlink:href";
  }
  if (namespace === XML) return name === "space" ? "xml:space" : null;
  if (namespace !== null || exec(ATTRIBUTES, name) === null || !isSafe(value)) return null;
  return name === "attributeName" && exec(ADDRESSES, value) !== null ? null : name;
}

function isOwnAddress(elementName: string, address: string): boolean {
  if (exec(LOCAL, address) !== null) return true;
  return (elementName === "image" || elementName === "feImage") && exec(BITMAP, address) !== null;
}

function isSafe(css: string): boolean {
  return exec(UNSAFE, css) === null;
}

/** Character by character: the methods of a text call what a widget may have replaced. */
function escape(text: string): string {
  if (exec(SPECIAL, text) === null) return text;
  let escaped = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === "&") escaped += "&amp;";
    else if (character === "<") escaped += "&lt;";
    else if (character === ">") escaped += "&gt;";
    else escaped += character === '"' ? "&quot;" : character;
  }
  return escaped;
}
