/** More formatters are forgotten together: a page has some tens. */
const MOST_KNOWN = 200;

const known = new Map<string, Intl.DateTimeFormat>();

/** A formatter of dates. One of a language, time zone and options is created once: that takes longer than a whole plot. */
export function dateFormatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, format);
  return format;
}
