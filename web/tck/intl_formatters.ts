/** `Intl` formatting for one language and time zone. */
export interface IntlFormatters {
  number(value: number, options: Intl.NumberFormatOptions | undefined): string;
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
  const number = memoize((options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const dateTime = memoize((options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options })
  );
  const relative = memoize((options?: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(locale, options)
  );
  const list = memoize((options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
  return {
    number: (value, options) => joinNumber(number(options).formatToParts(value)),
    dateTime: (value, options) => dateTime(options).format(value),
    relative: (value, unit, options) => relative(options).format(value, unit),
    list: (items, options) => list(options).format(items),
  };
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
