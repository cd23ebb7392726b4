import { takeMethod } from "../native_members.ts";

const exec = takeMethod(RegExp.prototype, "exec");
const slice = takeMethod(String.prototype, "slice") as (text: string, start: number, end?: number) => string;
const toLowerCase = takeMethod(String.prototype, "toLowerCase") as (text: string) => string;

type Convert = (address: string) => string;

/** A `data:` URL of a picture, as a text of CSS, which may end with the sheet, or in `url()` without quotation marks. */
const IN_STYLES =
  /"(\s*data:image\/[^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)|'(\s*data:image\/[^'\\]*(?:\\[^][^'\\]*)*)(?:'|\\?$)|url\(\s*(data:image\/[^"'()\s\\]*)\s*\)/gi;

/** A `data:` URL of a picture as an attribute's value. */
const IN_MARKUP = /=\s*(?:"(\s*data:image\/[^"]*)"|'(\s*data:image\/[^']*)'|(data:image\/[^\s"'<>]*))/gi;

/** A `data:` URL of a picture between white space. */
const IN_SET = /()()(data:image\/\S*[^\s,])/gi;

const ESCAPES = /\\(?:([^0-9a-f\n])|\n)/gi;

const ENTITIES_IN_MARKUP = /&(?:amp|lt|gt|quot|apos|#34|#39|#x27);/gi;

/** Rewrites the addresses of pictures in a stylesheet, a rule or a value. */
export function rewriteStyles(css: string, convert: Convert): string {
  return rewrite(IN_STYLES, css, (address) => {
    const url = unescapeCss(address);
    const converted = convert(url);
    return converted === url ? null : converted;
  }, (match, url) => match[3] === undefined ? `"${url}"` : `url("${url}")`);
}

export function rewriteMarkup(markup: string, convert: Convert): string {
  return rewrite(IN_MARKUP, markup, (address) => {
    const url = unescapeMarkup(address);
    const converted = convert(url);
    return converted === url ? null : converted;
  }, (_match, url) => `="${url}"`);
}

/** Rewrites the addresses of pictures in the attribute `srcset`. */
export function rewriteSet(set: string, convert: Convert): string {
  return rewrite(IN_SET, set, (address) => {
    const converted = convert(address);
    return converted === address ? null : converted;
  }, (_match, url) => url);
}

/** Replaces what a pattern finds. Its groups are the forms of an address, of which one is found. */
function rewrite(
  pattern: RegExp,
  text: string,
  convert: (address: string) => string | null,
  write: (match: RegExpExecArray, url: string) => string,
): string {
  return replaceEach(pattern, text, (match) => {
    const url = convert(match[1] || match[2] || match[3]!);
    return url === null ? null : write(match, url);
  });
}

/** As `replaceAll`, by members that no widget can have replaced. What is replaced by null stays. */
function replaceEach(
  pattern: RegExp,
  text: string,
  replace: (match: RegExpExecArray) => string | null,
): string {
  let written = "";
  let end = 0;
  pattern.lastIndex = 0;
  for (let match = exec(pattern, text); match !== null; match = exec(pattern, text)) {
    const next = pattern.lastIndex;
    const replaced = replace(match);
    // A conversion may have rewritten another text by the same pattern.
    pattern.lastIndex = next;
    if (replaced === null) continue;
    written += slice(text, end, match.index) + replaced;
    end = next;
  }
  return end === 0 ? text : written + slice(text, end);
}

function unescapeCss(text: string): string {
  return replaceEach(ESCAPES, text, (match) => match[1] ?? "");
}

const ENTITIES: { readonly [entity: string]: string } = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&apos;": "'",
};

function unescapeMarkup(text: string): string {
  return replaceEach(ENTITIES_IN_MARKUP, text, (match) => ENTITIES[toLowerCase(match[0]!)]!);
}
