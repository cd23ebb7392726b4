/** What a text says about a time. */
export interface TimeText {
  /** Milliseconds since 1970; for a time without a zone, those of the same time in UTC. */
  readonly at: number;
  /** Whether it has a zone. */
  readonly isInstant: boolean;
}

const TEXT = /^(\d{4}-\d\d-\d\d)(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?$/;

/** Reads an RFC 3339 text, also one without a zone, and a day. Null for another text, and for a day that does not exist. */
export function readTimeText(text: string): TimeText | null {
  const [, day, zone] = TEXT.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const at = Date.parse(zone === undefined && text !== day ? `${text}Z` : text);
  return Number.isFinite(at) ? { at, isInstant: zone !== undefined } : null;
}

/** Whether a text is written as a day or a time, and there is no such day or time: `2026-02-31`. */
export function isImpossibleTime(text: string): boolean {
  return TEXT.test(text) && readTimeText(text) === null;
}

/** A year or a month, which begins with its first day. */
const YEAR_OR_MONTH = /^\d{4}(?:-\d\d)?$/;

/** Reads the same as {@link readTimeText}, and a year or a month as its first day. */
export function readPeriodText(text: string): TimeText | null {
  return readTimeText(YEAR_OR_MONTH.test(text) ? `${text}-01-01`.slice(0, 10) : text);
}

/**
 * The day that an author wrote, such as `2026-03-04`: that of a time is the day in the text, whichever zone it has. Null for
 * everything else.
 */
export function readDay(value: unknown): string | null {
  return typeof value === "string" && readTimeText(value) !== null ? value.slice(0, 10) : null;
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}
