import { useMountedContext } from "./context.tsx";
import { WidgetKitError } from "./errors.ts";

/** Texts by language tag: each a string, or an object with the same keys in each language. */
export type TextTable<Text> =
  & { readonly [languageTag: string]: Text }
  & {
    // In a table that is written out, TypeScript gives a language the keys that it lacks, with the type undefined.
    readonly [languageTag: string]: Text extends object
      ? Text & { readonly [Key in keyof Text as [Text[Key]] extends [undefined] ? Key : never]-?: string }
      : Text;
  };

/**
 * The texts of the card's language from a table by language tag. Without texts of that exact language: those of a less
 * exact tag (`pt` for `pt-BR`), of the same language in another region, of English, and at last the first ones.
 *
 * @param table texts by language tag: each a string, or an object with the same keys in each language
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `text.missing` for an empty table
 *
 * @example
 * ```ts
 * import { useText } from "@tck/kit";
 * const TEXTS = {
 *   en: { title: "Tides", high: (time: string) => `High at ${time}` },
 *   de: { title: "Gezeiten", high: (time: string) => `Hochwasser um ${time}` },
 * };
 * export default function Tides() {
 *   return useText(TEXTS).high("14:35");
 * }
 * ```
 */
export function useText<Text>(table: TextTable<Text>): Text {
  const { locale } = useMountedContext("useText");
  const tag = findTag(Object.keys(table), locale);
  if (tag === undefined) {
    throw new WidgetKitError(
      "text.missing",
      "Cannot use a table of texts: it has no language. Add at least one",
    );
  }
  return table[tag]!;
}

/**
 * The tag of a table's texts for a language: see {@link useText}. Undefined for an empty table.
 *
 * @internal
 */
export function findTag(tags: readonly string[], locale: string): string | undefined {
  return closestTag(tags, locale) ?? closestTag(tags, "en") ?? tags[0];
}

function closestTag(tags: readonly string[], locale: string): string | undefined {
  const wanted = locale.toLowerCase().split("-");
  const byLength = wanted.map((_, index) => wanted.slice(0, wanted.length - index).join("-"));
  for (const candidate of byLength) {
    const tag = tags.find((tag) => tag.toLowerCase() === candidate);
    if (tag !== undefined) return tag;
  }
  return tags.find((tag) => tag.toLowerCase().startsWith(`${wanted[0]}-`));
}
