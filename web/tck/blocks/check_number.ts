import { WidgetKitError } from "../errors.ts";
import { quoteValue } from "../quote_value.ts";

/**
 * Checks a number that a block draws.
 *
 * @param place where the number is, for the error's message, such as `max of ProgressBar`
 * @param label the block's label, which a text names it by
 * @throws {WidgetKitError} `block.invalid_value` when it is not a finite number
 */
export function checkNumber(value: unknown, place: string, label: unknown): void {
  if (typeof value === "number" && Number.isFinite(value)) return;
  const name = typeof label === "string" ? ` ${quoteValue(label)}` : "";
  throw new WidgetKitError(
    "block.invalid_value",
    `Cannot draw ${quoteValue(value)} as ${place}${name}: it is not a finite number`,
  );
}

/**
 * Checks a number of a whole and its parts, which are drawn by their lengths.
 *
 * @throws {WidgetKitError} `block.invalid_value` when it is not a finite number, or negative
 */
export function checkPart(value: number, place: string, label: string): void {
  checkNumber(value, place, label);
  if (value >= 0) return;
  throw new WidgetKitError(
    "block.invalid_value",
    `Cannot draw ${value} as ${place} ${quoteValue(label)}: a part of a whole is not negative`,
  );
}
