import { cssValue } from "./allowed_markup.ts";

/** The attribute by which a rule of styles finds its elements. No other element has it. */
export const STYLE_ATTRIBUTE = "data-card-style";

const PROPERTY = /^(?:--[\w-]+|[a-z-]+)$/i;

/** The declarations of a `style` attribute that load nothing, in one form; empty if none are left. */
export function readInlineStyle(style: string): string {
  return splitDeclarations(style).flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(colon, 0)).trim();
    const value = cssValue(declaration.slice(colon + 1).replace(/! *important *$/i, "").trim());
    return PROPERTY.test(property) && value ? [`${property}:${value}`] : [];
  }).join(";");
}

/** Splits at semicolons that are outside of strings and brackets. */
function splitDeclarations(style: string): string[] {
  const declarations: string[] = [];
  let declaration = "";
  let quote = "";
  let depth = 0;
  for (const character of style.replaceAll(/[\t\n\f\r]/g, " ")) {
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    if (character === ";" && quote === "" && depth === 0) {
      declarations.push(declaration);
      declaration = "";
    } else declaration += character;
  }
  return [...declarations, declaration];
}

/** The rules that stand for `style` attributes, which no policy of a feed allows. */
export class InlineStyles {
  readonly #numbers = new Map<string, number>();

  /** The number of the rule for declarations as {@link readInlineStyle} writes them. */
  numberOf(declarations: string): number {
    const number = this.#numbers.get(declarations) ?? this.#numbers.size;
    this.#numbers.set(declarations, number);
    return number;
  }

  /** A rule for each number. An inline style is stronger than every rule that is not important. */
  toString(): string {
    return Array.from(this.#numbers, ([declarations, number]) => {
      const important = splitDeclarations(declarations).map((one) => `${one}!important`).join(";");
      return `[${STYLE_ATTRIBUTE}="${number}"]{${important}}\n`;
    }).join("");
  }
}
