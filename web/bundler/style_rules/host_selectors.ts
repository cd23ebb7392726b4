import { blankOut } from "./declarations.ts";
import type { ValuePart } from "./raw_colors.ts";

/** The attributes of a card that its stylesheets may ask for. `data-fixed` is there in every size but `fill-auto`. */
const HOST_ATTRIBUTES: readonly string[] = ["data-fixed", "dir", "lang"];

/** The attributes, classes and ids that a stylesheet asks of its card, and that no card has. */
export function listUnknownHostParts(css: string): ValuePart[] {
  return listHostArguments(blankOut(css)).flatMap(({ text, offset }) =>
    Array.from(
      text.matchAll(/\[\s*([-\w]+)|[.#][-\w]+/g),
      ({ 0: part, 1: attribute, index }) => ({
        text: attribute === undefined ? part : `[${attribute}]`,
        offset: offset + index,
      }),
    ).filter(({ text }) => !HOST_ATTRIBUTES.includes(text.slice(1, -1)))
  );
}

/** What is wrong with asking a card for it. */
export function explainUnknownHostPart(part: string): string {
  return `No card has ${part}: :host(${part}) never matches, and :host(:not(${part})) always does`;
}

/** What to do instead of asking the card for an attribute that it does not have. */
export const HOST_PART_HINT =
  "The attributes are lang, dir and data-fixed, which a card has in every size but fill-auto; for a size, write " +
  "@container tck-card (width < 200px), and for the theme a token or light-dark()";

/** What is between the brackets of each `:host(…)`. */
function listHostArguments(text: string): ValuePart[] {
  return Array.from(text.matchAll(/:host\(/gi), ({ 0: beginning, index }) => {
    const start = index + beginning.length;
    let depth = 1;
    let end = start;
    for (; end < text.length && depth > 0; end++) {
      if (text[end] === "(") depth++;
      if (text[end] === ")") depth--;
    }
    return { text: text.slice(start, end), offset: start };
  });
}
