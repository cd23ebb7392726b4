import { useMemo } from "react";
import { useFormatLocale, useMountedContext } from "./context.tsx";
import { cachedFormat, type WidgetFormat } from "./formatters.ts";
import { withNativeDigits } from "./native_digits.ts";

/** Options of {@link useFormat}. */
export interface FormatOptions {
  /**
   * The digits: those that are usual on the web in the card's language, or the language's own, such as `٣` in Arabic or `३`
   * in Hindi.
   *
   * @default "usual"
   */
  readonly digits?: "usual" | "native";
}

/**
 * Formatters for the card's language and time zone, with the dates and numbers of the reader's region where it is one of that
 * language. The object is the same until one of them changes. A value that is not a time throws `format.invalid_instant`, and a
 * number that is not finite, or a list of other things than texts, `format.invalid_value`.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```ts
 * import { useFormat } from "@tck/kit";
 * export default function Price() {
 *   return useFormat().currency(12.5, "EUR");
 * }
 * ```
 */
export function useFormat({ digits = "usual" }: FormatOptions = {}): WidgetFormat {
  const { locale, formatLocale = locale, timeZone } = useMountedContext("useFormat");
  return useMemo(
    () => cachedFormat(digits === "native" ? withNativeDigits(formatLocale) : formatLocale, timeZone),
    [formatLocale, timeZone, digits],
  );
}

/**
 * Writes a number as `useFormat` does; also outside a mounted widget.
 *
 * @internal
 */
export function useNumberFormat(): (value: number) => string {
  return cachedFormat(useFormatLocale(), "UTC").number;
}
