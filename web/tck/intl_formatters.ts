/** `Intl` formatting for one language and time zone. */
export interface IntlFormatters {
  number(value: number, options: Intl.NumberFormatOptions | undefined): string;
  /** Whether the digits that a number is written with by some options are all zero. */
  isZero(value: number, options: Intl.NumberFormatOptions): boolean;
  dateTime(value: Date, options: Intl.DateTimeFormatOptions): string;
  range(from: Date, to: Date, options: Intl.DateTimeFormatOptions): string;
  relative(
    value: number,
    unit: Intl.RelativeTimeFormatUnit,
    options: Intl.RelativeTimeFormatOptions | undefined,
  ): string;
  list(items: readonly string[], options: Intl.ListFormatOptions | undefined): string;
}

/** Formatters for a language and time zone. Each is created when its options are first used. */
export function createIntlFormatters(locale: string, timeZone: string): IntlFormatters {
  const number = memoize((options?: Intl.NumberFormatOptions) =>
    // What is rounded to zero has no sign.
    new Intl.NumberFormat(locale, withDefaults({ signDisplay: "negative" }, options))
  );
  const dateTime = memoize((options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, withDefaults({ timeZone }, options))
  );
  const relative = memoize((options?: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(locale, options)
  );
  const list = memoize((options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
  return {
    number: (value, options) => joinNumber(number(options).formatToParts(value)),
    isZero: (value, options) =>
      number({ ...options, numberingSystem: "latn" }).formatToParts(value).every(isNoDigitOrZero),
    dateTime: (value, options) => joinParts(dateTime(options).formatToParts(value)),
    range: (from, to, options) => joinParts(dateTime(options).formatRangeToParts(from, to)),
    relative: (value, unit, options) => relative(options).format(value, unit),
    list: (items, options) => list(options).format(items),
  };
}

/** The digits of an exponent are not those of the number. */
function isNoDigitOrZero({ type, value }: Intl.NumberFormatPart): boolean {
  return (type !== "integer" && type !== "fraction") || !/[1-9]/.test(value);
}

/** Options of an author, and defaults for those without a value. */
export function withDefaults<Options extends object>(
  defaults: Options,
  options: Options | undefined,
): Options {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** A part of what `Intl` has formatted. */
interface Part {
  readonly type: string;
  readonly value: string;
}

const TIME_PARTS = ["hour", "minute", "second", "fractionalSecond", "dayPeriod", "timeZoneName"];

/** Joins the parts so that no line ends within a time of day or a range of them: `8:30 PM` is one word, whichever space a browser writes. */
function joinParts(parts: readonly Part[]): string {
  const isTime = (part: Part | undefined) => part === undefined || TIME_PARTS.includes(part.type);
  return parts.map((part, index) => {
    const isWithin = part.type === "literal"
      ? isTime(parts[index - 1]) && isTime(parts[index + 1])
      : isTime(part);
    return isWithin ? part.value.replace(/\s/g, "\u00a0").replace(/[–～-]/g, "$&\u2060") : part.value;
  }).join("");
}

/** Joins the parts with the true minus sign, so that no line ends between a number and its sign or unit. */
function joinNumber(parts: readonly Part[]): string {
  return parts.map(({ type, value }) => /minusSign/i.test(type) ? value.replace("-", "\u2212") : value).join(
    "",
  )
    .replaceAll(" ", "\u00a0");
}

/** Creating an Intl formatter costs far more than using it, and a list formats many values with the same options. */
function memoize<Options, Formatter>(
  create: (options?: Options) => Formatter,
): (options?: Options) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (options) => {
    const key = JSON.stringify(options ?? null);
    const formatter = formatters.get(key) ?? create(options);
    formatters.set(key, formatter);
    return formatter;
  };
}
