import { match } from "@formatjs/intl-localematcher";
import { LIMITS } from "../contract/mod.ts";
import { isLanguageTag } from "../manifest/language_tag.ts";
import type { LocalizedText } from "../manifest/mod.ts";

const FALLBACK = "en";
const NO_MATCH = "und";

/** How many tags of a reader count, the preferred ones first. */
const MAX_PREFERENCES = 10;

/** How many tags of a card are compared by CLDR's rules, which takes up to a tenth of a millisecond for each. */
const MAX_CANDIDATES = 8;

/** How many tags of other languages than the preferred ones count: each is one more comparison. */
const MAX_OTHERS = 20;

/** For how many pairs of languages it is remembered whether they are near each other. */
const MAX_KNOWN_PAIRS = 10_000;

/**
 * The language that a card is shown in (preview specification, "Language controls"): the declared language that matches
 * the preferences best by CLDR's rules, else the declared English, else the first declared language. A card that declares
 * none is in `en`.
 *
 * Malformed tags are ignored, and so is everything after the first hundred tags of a list. Of the others, ten preferences
 * count, and eight declared tags: those that are spelled as a preference first, then those of its language, and then those of
 * other languages, of which the first twenty are looked at.
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
  const declared = languages?.slice(0, LIMITS.languages) ?? [];
  return matchLanguage(preferences, declared) ?? matchLanguage([FALLBACK], declared) ??
    declared.find(isLanguageTag) ?? FALLBACK;
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
  const tags = Object.keys(text).slice(0, LIMITS.languages);
  const tag = matchLanguage([locale], tags) ?? matchLanguage([FALLBACK], tags) ?? tags[0];
  return tag === undefined ? "" : text[tag] ?? "";
}

/** The available tag that matches the preferred ones best, as it is spelled there, or null. */
function matchLanguage(preferred: readonly string[], available: readonly string[]): string | null {
  const wanted = wellFormed(preferred).slice(0, MAX_PREFERENCES);
  const candidates = findCandidates(wanted, available);
  const best = match(wanted, candidates, NO_MATCH);
  return candidates.includes(best) ? best : null;
}

/** The tags that are as a preferred one, then others of its language, and then those of languages that are near it. */
function findCandidates(wanted: readonly string[], available: readonly string[]): string[] {
  const spelled = new Set(wanted.map((tag) => tag.toLowerCase()));
  const languages = new Set(wanted.map(languageOf));
  const isSpelled = (tag: string) => spelled.has(tag.toLowerCase());
  const isOwn = (tag: string) => languages.has(languageOf(tag));
  const isNear = (tag: string) => [...languages].some((language) => areNear(language, languageOf(tag)));
  const own = available.filter(isOwn);
  const others = available.filter((tag) => !isOwn(tag)).slice(0, MAX_OTHERS);
  const found: string[] = [];
  for (const tag of [...own.filter(isSpelled), ...own.filter((tag) => !isSpelled(tag)), ...others]) {
    if (found.length === MAX_CANDIDATES) break;
    if ((isOwn(tag) || isNear(tag)) && isLanguageTag(tag)) found.push(tag);
  }
  return found;
}

const nearness = new Map<string, boolean>();

/** Whether readers of a language read another, by CLDR's rules, such as Bokmål for Norwegian. */
function areNear(wanted: string, language: string): boolean {
  if (!/^(?:[a-z]{2,3}|[a-z]{5,8})$/.test(language)) return false;
  const pair = `${wanted} ${language}`;
  const known = nearness.get(pair);
  if (known !== undefined) return known;
  if (nearness.size >= MAX_KNOWN_PAIRS) nearness.clear();
  const found = match([wanted], [language], NO_MATCH) !== NO_MATCH;
  nearness.set(pair, found);
  return found;
}

function languageOf(tag: string): string {
  return tag.split("-", 1)[0]!.toLowerCase();
}

function wellFormed(tags: readonly string[]): string[] {
  return tags.slice(0, LIMITS.languages).filter(isLanguageTag);
}
