/** Judges the value of an attribute. @returns the value that is written, or null to leave the attribute out */
type Judge = (value: string) => string | null;

const any: Judge = (value) => value;
const oneOf = (...values: readonly string[]): Judge => (value) => values.includes(value) ? value : null;
const empty: Judge = () => "";
const matching = (pattern: RegExp): Judge => (value) => pattern.test(value) ? value : null;

/** A place in the same tree. */
const fragment = matching(/^#[\w:.-]+$/);
const integer = matching(/^-?\d{1,6}$/);
/** A browser runs nothing of an SVG that is an image, and loads nothing for it. */
const image = matching(/^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i);
/** In an SVG, another SVG could have a place that a style refers to. */
const bitmap = matching(/^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i);

interface Attributes {
  readonly [name: string]: Judge;
}

/** Functions of CSS that load nothing. */
const FUNCTIONS = new Set(
  [
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark",
    "translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey",
    "rotatez rotate3d skew skewx skewy matrix matrix3d perspective",
    "calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp var env",
    "cubic-bezier steps linear repeat minmax fit-content",
    "linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient",
    "repeating-conic-gradient blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia",
    "polygon circle ellipse inset path rect xywh",
  ].join(" ").split(" "),
);

/**
 * Judges a value of CSS: no escape, no comment, no block, no rule, nothing that ends an element or a string, no function but
 * those that load nothing, and `url()` for a place in the same tree only.
 */
export function cssValue(value: string): string | null {
  if (/[\\{}<>@!;]|\/\*|[^\P{Cc} ]/u.test(value)) return null;
  const { rest, isBalanced } = withoutStrings(value);
  if (!isBalanced) return null;
  for (const [, name] of rest.matchAll(/(?<![\w-])([\w-]*)\(/g)) {
    if (name !== "" && name!.toLowerCase() !== "url" && !FUNCTIONS.has(name!.toLowerCase())) return null;
  }
  for (const [, address] of value.matchAll(/url\(([^)]*)/gi)) {
    if (!/^ *(["']?)#[\w:.-]+\1 *$/.test(address!)) return null;
  }
  return value;
}

/** How many brackets of CSS may be in each other: Firefox ends a page by some thousand. */
export const MAX_NESTED_BRACKETS = 100;

/** A value of CSS without what is in its strings, and whether strings and brackets in it end, and are no deeper than they may be. */
function withoutStrings(value: string): { rest: string; isBalanced: boolean } {
  let rest = "";
  let quote = "";
  const open: string[] = [];
  for (const character of value) {
    if (quote !== "") {
      if (character === quote) quote = "";
      continue;
    }
    if (character === '"' || character === "'") quote = character;
    else if (character === "(" || character === "[") open.push(character === "(" ? ")" : "]");
    else if ((character === ")" || character === "]") && open.pop() !== character) {
      return { rest, isBalanced: false };
    }
    if (open.length > MAX_NESTED_BRACKETS) return { rest, isBalanced: false };
    rest += character;
  }
  return { rest, isBalanced: quote === "" && open.length === 0 };
}

/** Attributes of every element. `style` is not among them: it is a rule of its own (`inline_styles.ts`). */
const GLOBAL: Attributes = {
  class: any,
  id: any,
  role: any,
  tabindex: oneOf("0", "-1"),
};

/** Attributes of every element of HTML. */
const GLOBAL_HTML: Attributes = {
  dir: oneOf("ltr", "rtl", "auto"),
  hidden: any,
  inert: empty,
  lang: any,
  // Hidden until a script opens it.
  popover: oneOf("", "auto", "manual", "hint"),
  title: any,
  translate: oneOf("yes", "no"),
};

/** Attributes of every element whose names begin so. */
const PREFIXED = /^(?:aria|data)-[a-z0-9-]+$/;

const CELL: Attributes = { colspan: integer, rowspan: integer, headers: any };
const PLAIN: Attributes = {};

const plain = (names: string): { [name: string]: Attributes } =>
  Object.fromEntries(names.split(" ").map((name) => [name, PLAIN]));

/** No element that runs, loads or sends, none whose content is no markup, and none that is parsed in another way in a form or a table than elsewhere. */
const HTML: { readonly [element: string]: Attributes } = {
  ...plain(
    "abbr address article aside b bdi bdo blockquote br caption cite code dd dfn div dl dt em figcaption figure",
  ),
  ...plain(
    "footer h1 h2 h3 h4 h5 h6 header hgroup hr i kbd main mark menu nav p pre q rp rt ruby s samp search section",
  ),
  ...plain(
    "small span strong sub summary sup table tbody tfoot thead tr u ul var wbr fieldset legend output",
  ),
  a: { href: fragment },
  button: { type: () => "button", disabled: empty },
  col: { span: integer },
  colgroup: { span: integer },
  data: { value: any },
  del: { datetime: any },
  details: { open: empty },
  img: { src: image, alt: any, width: integer, height: integer },
  input: {
    type: oneOf("checkbox", "radio", "range"),
    checked: empty,
    disabled: empty,
    min: any,
    max: any,
    step: any,
    value: any,
  },
  ins: { datetime: any },
  label: { for: any },
  li: { value: integer },
  meter: { value: any, min: any, max: any, low: any, high: any, optimum: any },
  ol: { start: integer, reversed: empty, type: oneOf("1", "a", "A", "i", "I") },
  progress: { value: any, max: any },
  td: CELL,
  th: { ...CELL, scope: oneOf("row", "col", "rowgroup", "colgroup"), abbr: any },
  time: { datetime: any },
};

const values = (names: string): Attributes =>
  Object.fromEntries(names.split(" ").map((name) => [name, cssValue]));

/** Attributes of every element of SVG: its form and its paint. */
const GLOBAL_SVG: Attributes = {
  ...values(
    "x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength transform rotate offset",
  ),
  ...values(
    "viewBox preserveAspectRatio overflow focusable textLength lengthAdjust startOffset gradientUnits",
  ),
  ...values(
    "gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits",
  ),
  ...values(
    "patternTransform markerWidth markerHeight markerUnits orient refX refY clip-path clip-rule color",
  ),
  ...values(
    "color-interpolation display dominant-baseline alignment-baseline baseline-shift direction fill fill-opacity",
  ),
  ...values(
    "fill-rule font-family font-size font-style font-variant font-weight letter-spacing marker-end marker-mid",
  ),
  ...values(
    "marker-start mask opacity paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray",
  ),
  ...values(
    "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor",
  ),
  ...values("text-decoration text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode"),
  lang: any,
};

/**
 * No scripts, styles, links, animations, copies (`use`) or filters, and none that contains HTML. Nothing is left of an
 * element of another name.
 */
const SVG: { readonly [element: string]: Attributes } = {
  ...plain(
    "svg g defs path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop",
  ),
  ...plain("clipPath mask pattern marker"),
  image: { href: bitmap },
  textPath: { href: fragment },
};

/** Elements of HTML of which only the content is left. */
const UNWRAPPED = ["form", "picture", "center", "font"];

/** What is written of an element: itself, its content only, or nothing. */
export type ElementRule = Attributes | "content" | null;

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";

/** What is written of an element, by its name and namespace. */
export function ruleOf(name: string, namespace: string): ElementRule {
  if (namespace === HTML_NAMESPACE) {
    return UNWRAPPED.includes(name) ? "content" : ownValue(HTML, name);
  }
  return namespace === SVG_NAMESPACE ? ownValue(SVG, name) : null;
}

/** The value of an attribute that is written; null to leave it out. */
export function judgeAttribute(
  rule: Attributes,
  namespace: string,
  name: string,
  value: string,
): string | null {
  const judge = ownValue(rule, name) ?? ownValue(GLOBAL, name) ??
    ownValue(namespace === SVG_NAMESPACE ? GLOBAL_SVG : GLOBAL_HTML, name) ??
    (PREFIXED.test(name) ? any : null);
  return judge?.(value) ?? null;
}

function ownValue<Value>(table: { readonly [name: string]: Value }, name: string): Value | null {
  return Object.hasOwn(table, name) ? table[name]! : null;
}

/** Elements without content and without an end tag. */
export const VOID_ELEMENTS: readonly string[] = ["br", "col", "hr", "img", "input", "wbr"];
