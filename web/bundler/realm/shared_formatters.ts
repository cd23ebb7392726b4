import { createIntlFormatters as createOwn, type IntlFormatters } from "../../tck/intl_formatters.ts";

/**
 * Formats a value by a formatter that all realms of a process share.
 *
 * @param kind the class of `Intl`
 * @param options its options as JSON
 * @param value a number, or a point in time in milliseconds since 1970
 * @returns undefined when there is no such formatter, or none for the value
 */
export type FormatText = (
  kind: "NumberFormat" | "DateTimeFormat" | "RelativeTimeFormat",
  locale: string,
  options: string,
  value: number,
  unit?: string,
) => string | undefined;

// The widget may replace them.
const { stringify } = JSON;
const { getPrototypeOf, values, prototype } = Object;
const { isFinite } = Number;

let formatText: FormatText = () => undefined;

/** Takes what formats for all realms. Nothing but texts and numbers goes there and comes back. */
export function shareFormatters(format: FormatText): void {
  formatText = format;
}

/**
 * Stands in for the kit's own: to make the formatters of `Intl` is a fifth of what the check of a usual widget takes. What
 * the shared ones do not answer for is left to the kit's own, with whatever they throw.
 */
export function createIntlFormatters(locale: string, timeZone: string): IntlFormatters {
  const own = createOwn(locale, timeZone);
  const share = (
    kind: Parameters<FormatText>[0],
    options: object | null = {},
    value: unknown,
    unit?: string,
  ) => {
    if (typeof locale !== "string" || typeof value !== "number" || !isPlain(options)) return undefined;
    try {
      const text = formatText(kind, locale, stringify(options), value, unit);
      return typeof text === "string" ? text : undefined;
    } catch {
      return undefined; // An error of the platform, as when the stack is full, belongs to another realm.
    }
  };
  return {
    number: (value, options) => share("NumberFormat", options, value) ?? own.number(value, options),
    dateTime: (value, options) =>
      share("DateTimeFormat", { timeZone, ...options }, +value) ?? own.dateTime(value, options),
    relative: (value, unit, options) =>
      (typeof unit === "string" ? share("RelativeTimeFormat", options, value, unit) : undefined) ??
        own.relative(value, unit, options),
  };
}

/** Whether options are the same as JSON. */
function isPlain(options: object | null): options is object {
  if (options === null || getPrototypeOf(options) !== prototype) return false;
  for (const value of values(options)) {
    const isText = value === undefined || typeof value === "string" || typeof value === "boolean";
    if (!isText && !isFinite(value)) return false;
  }
  return true;
}
