/** Deepest nesting of blocks, brackets and parentheses: parsers of CSS call themselves for each. */
const MAX_DEPTH = 200;

/** Largest stylesheet, in characters. */
const MAX_LENGTH = 8_388_608;

const OPENING = "([{";
const CLOSING = ")]}";

/** Comments and strings, whose brackets do not nest, escapes, and brackets. Without an end, a comment lasts to the end. */
const TOKENS =
  /\/\*[\s\S]*?(?:\*\/|$)|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?|\\[\s\S]|[()[\]{}]/g;

/**
 * Rejects CSS that would take a native parser too long or overflow its stack, which ends the whole process.
 *
 * @throws {SyntaxError} `loc` holds line and column, both from 1
 */
export function checkStylesheetLimits(css: string): void {
  if (css.length > MAX_LENGTH) {
    throw createError(css, 0, `the CSS has ${css.length} characters, at most ${MAX_LENGTH} are allowed`);
  }
  let depth = 0;
  for (const { 0: token, index } of css.matchAll(TOKENS)) {
    if (CLOSING.includes(token)) depth = Math.max(0, depth - 1);
    if (!OPENING.includes(token)) continue;
    depth++;
    if (depth > MAX_DEPTH) throw createError(css, index, `the CSS is nested deeper than ${MAX_DEPTH} levels`);
  }
}

function createError(css: string, offset: number, message: string): SyntaxError {
  const lines = css.slice(0, offset).split("\n");
  const loc = { line: lines.length, column: lines.at(-1)!.length + 1 };
  return Object.assign(new SyntaxError(message), { loc });
}
