/** The words of times and durations in one language: names of units, halves of the day, and what joins a range. */
export interface TimeWords {
  /** In lower case and without a dot at the end. */
  readonly words: ReadonlySet<string>;
  /** What is before or after the digits of a time of day, such as `PM`. */
  readonly dayPeriods: ReadonlySet<string>;
}

/** The words of a language and of English, which authors use in any. A tag that the browser does not know has those only. */
export function timeWordsOf(language: string): TimeWords {
  const known = KNOWN.get(language) ?? collectWords(language);
  KNOWN.set(language, known);
  return known;
}

/** A word in the form of {@link TimeWords}. */
export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[\s.\u200e\u200f]/g, "");
}

const KNOWN = new Map<string, TimeWords>();

const UNITS = ["second", "minute", "hour", "day", "week", "month", "year"];

/** With several counts, a language uses its forms of the plural. */
const COUNTS = [1, 2, 3, 5, 11, 100, 1.5];

function collectWords(language: string): TimeWords {
  const languages = [...supported(language), "en"];
  const dayPeriods = collect(languages.flatMap(partsOfTimes).filter(({ type }) => type === "dayPeriod"));
  const words = collect(languages.flatMap((tag) => [...partsOfDurations(tag), ...partsOfRanges(tag)]));
  return { dayPeriods, words: new Set([...words, ...dayPeriods, "to"]) };
}

function supported(language: string): string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language]);
  } catch {
    return [];
  }
}

function collect(parts: readonly { readonly value: string }[]): Set<string> {
  return new Set(
    parts.flatMap(({ value }) => value.match(/\p{L}[\p{L}\p{M}.]*(?:\s\p{L}\.)*/gu) ?? []).map(plainWord),
  );
}

const MORNING = Date.UTC(2026, 0, 1, 9);
const EVENING = Date.UTC(2026, 0, 1, 21);

function partsOfTimes(language: string): Intl.DateTimeFormatPart[] {
  const formats = [
    new Intl.DateTimeFormat(language, { timeStyle: "short", hour12: true, timeZone: "UTC" }),
    new Intl.DateTimeFormat(language, { hour: "numeric", timeZone: "UTC" }),
  ];
  return formats.flatMap((format) => [MORNING, EVENING].flatMap((at) => format.formatToParts(at)));
}

function partsOfRanges(language: string): { value: string }[] {
  const format = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" });
  return [...format.formatRangeToParts(MORNING, EVENING), ...partsOfTimes(language)];
}

function partsOfDurations(language: string): { value: string }[] {
  return UNITS.flatMap((unit) =>
    (["narrow", "short", "long"] as const).flatMap((unitDisplay) => {
      const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
      return COUNTS.flatMap((count) => format.formatToParts(count));
    })
  );
}
