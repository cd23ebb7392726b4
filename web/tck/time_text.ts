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

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}
