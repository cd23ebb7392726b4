import { match } from "@formatjs/intl-localematcher";
import { LIMITS } from "../contract/mod.ts";
import { isLanguageTag, type LocalizedText } from "../manifest/mod.ts";

const FALLBACK = "en";
const NO_MATCH = "und";

/**
 * The language that a card is shown in (preview specification, "Language controls"): the one it declares that suits the
 * preferences best by CLDR's matching, else the English it declares, else `en`. A card that declares none is `en`.
 *
 * Tags that are not well-formed are passed over, and so is what comes after the hundredth of a list.
 *
 * @param preferences Language tags, the most wanted first
 * @param languages The language tags that the card's manifest declares
 *
 * @example
 * ```ts
 * import { resolveCardLocale } from "@tck/tckb";
 * resolveCardLocale(["de-AT", "fr"], ["fr", "de-DE"]); // "de-DE"
 * resolveCardLocale(["ja"], ["fr", "en-GB"]); // "en-GB"
 * resolveCardLocale(["ja"], undefined); // "en"
 * ```
 */
export function resolveCardLocale(
  preferences: readonly string[],
  languages: readonly string[] | undefined,
): string {
  const declared = languages ?? [];
  return matchLanguage(preferences, declared) ?? matchLanguage([FALLBACK], declared) ?? FALLBACK;
}

/**
 * A localised text in the language that suits a locale best, else in English, else in the first language it has.
 *
 * @param text A text, or texts by language tag
 * @param locale The wanted language tag
 *
 * @example
 * ```ts
 * import { resolveText } from "@tck/tckb";
 * resolveText({ en: "Weather", de: "Wetter" }, "de-CH"); // "Wetter"
 * resolveText("Weather", "de-CH"); // "Weather"
 * ```
 */
export function resolveText(text: LocalizedText, locale: string): string {
  if (typeof text === "string") return text;
  const tags = Object.keys(text);
  const tag = matchLanguage([locale], tags) ?? matchLanguage([FALLBACK], tags) ?? tags[0];
  return tag === undefined ? "" : text[tag] ?? "";
}

/** The one of the available tags, in its own spelling, that suits the wanted ones best, or null. */
function matchLanguage(wanted: readonly string[], available: readonly string[]): string | null {
  const from = wellFormed(available);
  const best = match(wellFormed(wanted), from, NO_MATCH);
  return from.includes(best) ? best : null;
}

function wellFormed(tags: readonly string[]): string[] {
  return tags.slice(0, LIMITS.languages).filter(isLanguageTag);
}
