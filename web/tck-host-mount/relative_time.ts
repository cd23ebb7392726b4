/** The units of a relative time, each with its length in seconds, and from which age on the next one is used. */
const UNITS = [
  { unit: "minute", seconds: 60, until: 3_600 },
  { unit: "hour", seconds: 3_600, until: 86_400 },
  { unit: "day", seconds: 86_400, until: 7 * 86_400 },
] as const;

/**
 * Formats how long ago a time was, such as "5 minutes ago", "now" or "yesterday".
 *
 * @param ageMs the age in milliseconds
 * @returns null for a time in the future or more than a week ago, which is better written as a date
 */
export function formatAge(ageMs: number, locale: string): string | null {
  const age = Math.floor(ageMs / 1000);
  // The clocks of a server and a browser differ by a little.
  if (age < -60) return null;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (age < 60) return format.format(0, "second");
  const match = UNITS.find(({ until }) => age < until);
  return match ? format.format(-Math.floor(age / match.seconds), match.unit) : null;
}

/**
 * Formats a time as short as it is clear, the hour of today, the day of this year or else the date, and in full.
 *
 * @param timeZone an IANA name; undefined for the browser's
 */
export function formatTimestamp(
  timestamp: string,
  now: number,
  locale: string,
  timeZone: string | undefined,
): { short: string; long: string } {
  const format = (at: number, options: Intl.DateTimeFormatOptions, language = locale) =>
    new Intl.DateTimeFormat(language, { ...options, ...(timeZone && { timeZone }) }).format(at);
  const at = Date.parse(timestamp);
  const [date, today] = [at, now].map((time) => format(time, { dateStyle: "medium" }, "en"));
  const isThisYear = date!.slice(-4) === today!.slice(-4);
  const short = format(
    at,
    date === today
      ? { timeStyle: "short" }
      : { month: "short", day: "numeric", ...isThisYear ? {} : { year: "numeric" } },
  );
  return { short, long: format(at, { dateStyle: "medium", timeStyle: "short" }) };
}

/** A clock that all cards of a page share. */
export interface CardClock {
  /** The current minute, as milliseconds since the epoch. */
  now(): number;
  /** Calls the listener at least once a minute. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const TICK_MS = 30_000;

/** Creates a clock with one timer, which runs while there are listeners. */
export function createCardClock(): CardClock {
  const listeners = new Set<() => void>();
  let time = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    time = Date.now();
    for (const listener of [...listeners]) listener();
  };
  return {
    now: () => time,
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(tick, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
