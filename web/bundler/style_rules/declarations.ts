export interface Declaration {
  /** In lower case, unless it is a custom property. */
  property: string;
  value: string;
  /** Where the value begins in the stylesheet, in UTF-16 units. */
  offset: number;
}

/**
 * Lists the declarations of a stylesheet with their places, which the parser of CSS does not report. Comments, strings and
 * addresses are blank in the values.
 */
export function listDeclarations(css: string): Declaration[] {
  const text = blankOut(css);
  const declarations: Declaration[] = [];
  let start = 0;
  let depth = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index] ?? ";";
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (!/[{};]/.test(character) || (depth > 0 && character !== "}")) continue;
    const declaration = character === "{" ? null : parseDeclaration(text.slice(start, index), start);
    if (declaration) declarations.push(declaration);
    start = index + 1;
    depth = 0;
  }
  return declarations;
}

const BLANK =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\burl\(\s*[^"'\s)][^)]*\)?/gi;

/** The text of a stylesheet with comments, strings and addresses blank. */
export function blankOut(css: string): string {
  return css.replaceAll(BLANK, (blank) => blank.replaceAll(/[^\n]/g, " "));
}

function parseDeclaration(text: string, start: number): Declaration | null {
  const [whole, name, value] = /^\s*([-\w]+)\s*:([\s\S]*)$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const property = name!.startsWith("--") ? name! : name!.toLowerCase();
  return { property, value: value!, offset: start + whole.length - value!.length };
}
