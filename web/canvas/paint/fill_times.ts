import { createFormat, type WidgetFormat } from "../../tck/formatters.ts";
import { withNativeDigits } from "../../tck/native_digits.ts";

/** The reader for whom a card is written. */
export interface CardReader {
  /** The language tag for dates. */
  readonly formatLocale: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** The time that distances count from, in milliseconds since 1970. */
  readonly now: number;
}

/** How many times of a card are written for its reader. Each may have options of its own, which take a millisecond. */
const MAX_TIMES = 64;

/** As `writeMarkup` writes what the bundler has marked. */
const TIME = /<time datetime="([^"]{1,64})" data-format="([^"]{1,512})">[^<]*<\/time>/g;

/** Writes the texts of a card's formatters, which the bundler cannot know, for the reader. What cannot be written is as it was. */
export function fillTimes(html: string, reader: CardReader): string {
  let count = 0;
  const formats = new Map<string, WidgetFormat>();
  const formatOf = (locale: string) => {
    const format = formats.get(locale) ?? createFormat(locale, reader.timeZone);
    formats.set(locale, format);
    return format;
  };
  return html.replaceAll(TIME, (element, time: string, form: string) => {
    const text = ++count > MAX_TIMES ? null : writeTime(unescape(time), unescape(form), reader, formatOf);
    return text === null ? element : `<time datetime="${time}" data-format="${form}">${escape(text)}</time>`;
  });
}

type Form = {
  readonly as?: unknown;
  readonly until?: unknown;
  readonly options?: object;
  readonly digits?: unknown;
};

function writeTime(
  time: string,
  text: string,
  { formatLocale, now }: CardReader,
  formatOf: (locale: string) => WidgetFormat,
): string | null {
  try {
    const { as, until, options = {}, digits } = JSON.parse(text) as Form;
    const format = formatOf(digits === "native" ? withNativeDigits(formatLocale) : formatLocale);
    if (as === "date" || as === "time") return format[as](time, options);
    if (as === "relative") return format.relative(time, now, options);
    return as === "range" && typeof until === "string" ? format.range(time, until, options) : null;
  } catch {
    return null;
  }
}

const CHARACTERS: { readonly [entity: string]: string } = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
};

function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => CHARACTERS[entity]!);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
