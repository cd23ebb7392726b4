export interface ValuePart {
  text: string;
  /** In the value, in UTF-16 units. */
  offset: number;
}

/**
 * Finds the first colour of a value that is the same in both themes: not a token, not in `light-dark()`, and not made of a
 * token by `color-mix()` or a relative colour. Shadows and masks may be black.
 *
 * @param property in lower case with hyphens
 */
export function findRawColor(property: string, value: string): ValuePart | null {
  if (ANY_COLOR.test(property)) return null;
  const names = HAS_COLOR_NAMES.test(property);
  const functions: { name: string; start: number }[] = [];
  for (const { 0: text, 1: name, index } of value.matchAll(/([-\w]*)\(|\)|#[0-9a-f]+(?![-\w])|[-\w]+/gi)) {
    if (text === ")") {
      functions.pop();
      continue;
    }
    const isAdaptive = functions.some((outer) => adapts(outer.name, value.slice(outer.start)));
    if (name !== undefined && text.endsWith("(")) {
      const isColor = COLOR_FUNCTIONS.has(name.toLowerCase());
      const isRelative = /^\s*from\s+(?:var\(|currentcolor)/i.test(value.slice(index + text.length));
      if (isColor && !isAdaptive && !isRelative) return { text: wholeFunction(value, index), offset: index };
      functions.push({ name: name.toLowerCase(), start: index + text.length });
      continue;
    }
    const isColor = text.startsWith("#") ? HEX.test(text) : names && COLOR_NAMES.has(text.toLowerCase());
    if (isColor && !isAdaptive) return { text, offset: index };
  }
  return null;
}

/** What is wrong with a colour that is the same in both themes. */
export function explainRawColor(color: string): string {
  return `${color} is the same in the light and the dark theme`;
}

/** What to do instead of a colour that is the same in both themes. */
export const RAW_COLOR_HINT =
  "Write a token, such as var(--color-accent), or a colour for each theme: light-dark(#1f7a94, #84c6da); set color-scheme " +
  "in the stylesheet where one look is meant for both";

/** Whether what is inside a function follows the theme, or is a fallback. */
function adapts(name: string, rest: string): boolean {
  if (name === "light-dark" || name === "var") return true;
  return name === "color-mix" && rest.includes("var(");
}

function wholeFunction(value: string, start: number): string {
  const end = value.indexOf(")", start);
  return end < 0 ? value.slice(start).trim() : value.slice(start, end + 1);
}

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** `initial-value` of `@property` cannot depend on a token. */
const ANY_COLOR = /shadow|^(?:-webkit-)?mask|filter$|^initial-value$|^-webkit-tap/;

/** Elsewhere, such as in names of fonts and animations, a word is not a colour. */
const HAS_COLOR_NAMES = /color$|^background|^border|^outline|^fill$|^stroke$|^column-rule|^text-decoration/;

const COLOR_FUNCTIONS = new Set("rgb rgba hsl hsla hwb lab lch oklab oklch color".split(" "));

const COLOR_NAMES = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue
  chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen
  darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue
  darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick
  floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink
  indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid
  mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
  mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
  paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
  saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen
  steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`.split(/\s+/),
);
