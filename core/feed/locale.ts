import { match } from "@formatjs/intl-localematcher";
import { LIMITS } from "../contract/mod.ts";
import { isLanguageTag } from "../manifest/language_tag.ts";
import type { LocalizedText } from "../manifest/mod.ts";

const FALLBACK = "en";
const NO_MATCH = "und";

/**
 * The language that a card is shown in (preview specification, "Language controls"): the declared language that matches
 * the preferences best by CLDR's rules, else the declared English, else the first declared language. A card that declares
 * none is in `en`.
 *
 * Malformed tags are ignored, and so is everything after the first hundred tags of a list.
 *
 * @param preferences Language tags, the preferred one first
 * @param languages The language tags that the card's manifest declares
 *
 * @example
 * ```ts
 * import { resolveCardLocale } from "@tck/tckb/feed";
 * resolveCardLocale(["de-AT", "fr"], ["fr", "de-DE"]); // "de-DE"
 * resolveCardLocale(["ja"], ["fr", "en-GB"]); // "en-GB"
 * resolveCardLocale(["en"], ["ar"]); // "ar"
 * resolveCardLocale(["ja"], undefined); // "en"
 * ```
 */
export function resolveCardLocale(
  preferences: readonly string[],
  languages: readonly string[] | undefined,
): string {
  const declared = wellFormed(languages ?? []);
  return matchLanguage(preferences, declared) ?? matchLanguage([FALLBACK], declared) ?? declared[0] ??
    FALLBACK;
}

/**
 * The language tag for the dates and numbers of a card: the reader's first tag that has a region and the card's language and
 * script, or else the card's own tag.
 *
 * @param preferences Language tags, the preferred one first
 * @param locale The language that the card is shown in, as {@link resolveCardLocale} returns it
 *
 * @example
 * ```ts
 * import { resolveFormatLocale } from "@tck/tckb/feed";
 * resolveFormatLocale(["fr", "de-CH"], "de"); // "de-CH"
 * resolveFormatLocale(["fr-CA"], "de"); // "de"
 * ```
 */
export function resolveFormatLocale(preferences: readonly string[], locale: string): string {
  const card = new Intl.Locale(locale).maximize();
  const isOfCard = (tag: string) => {
    const reader = new Intl.Locale(tag);
    const { language, script } = reader.maximize();
    return reader.region !== undefined && language === card.language && script === card.script;
  };
  return wellFormed(preferences).find(isOfCard) ?? locale;
}

/**
 * A localised text in the language that matches a locale best, else in English, else in its first language.
 *
 * @param text A text, or texts by language tag
 * @param locale The preferred language tag
 *
 * @example
 * ```ts
 * import { resolveText } from "@tck/tckb/feed";
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

/** The available tag that matches the preferred ones best, as it is spelled there, or null. */
function matchLanguage(preferred: readonly string[], available: readonly string[]): string | null {
  const from = wellFormed(available);
  const best = match(wellFormed(preferred), from, NO_MATCH);
  return from.includes(best) ? best : null;
}

function wellFormed(tags: readonly string[]): string[] {
  return tags.slice(0, LIMITS.languages).filter(isLanguageTag);
}
