import { HOST_TOKENS } from "../../../core/contract/mod.ts";
import { nearestName } from "../../../core/errors/mod.ts";
import type { ValuePart } from "./raw_colors.ts";

/** The custom properties that a value reads without a fallback. */
export function listReadTokens(value: string): ValuePart[] {
  return Array.from(
    value.matchAll(/\bvar\(\s*(--(?:[-\w]|(?!\s)[\u0080-\uFFFF])+)\s*\)/gi),
    ({ 0: whole, 1: name, index }) => ({
      text: name!,
      offset: index + whole.indexOf(name!),
    }),
  );
}

/** The custom properties that a widget sets itself: in its stylesheets, and by name in its module. */
export function listOwnTokens(...sources: readonly string[]): Set<string> {
  const names = sources.flatMap((source) =>
    Array.from(
      source.matchAll(
        /(?<![-\w]|(?!\s)[\u0080-\uFFFF]|var\(\s*)(--(?:[-\w]|(?!\s)[\u0080-\uFFFF])+)(?=\s*:|["'`]|\s*\{)/g,
      ),
      ([, name]) => name!,
    )
  );
  return new Set(names);
}

/** What is wrong with reading a custom property, or null when it is a token of the host or the widget's own. */
export function explainUnknownToken(name: string, own: ReadonlySet<string>): string | null {
  if (own.has(name) || HOST_TOKENS.includes(name)) return null;
  const nearest = nearestToken(name, own);
  return `${name} is neither a token of the host nor set by the widget${
    nearest === null ? "" : `; did you mean ${nearest}?`
  }`;
}

/** What to do about a token that does not exist. */
export const UNKNOWN_TOKEN_HINT =
  "Correct the name, set the property in the widget's styles, or give var() a fallback: var(--name, 1rem)";

/** `--text` is nearer to `--color-text` than to `--text-xs`, as a colour is what is mostly meant. */
function nearestToken(name: string, own: ReadonlySet<string>): string | null {
  const word = name.slice(2);
  return nearestName(name, [...own, ...HOST_TOKENS]) ??
    HOST_TOKENS.find((token) => token === `--color-${word}`) ?? null;
}
