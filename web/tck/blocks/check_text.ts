import { quoteValue, WidgetKitError } from "../errors.ts";

/**
 * Checks a text that a block measures or writes into another text.
 *
 * @param place where the text is, for the error's message, such as `unit of Stat`
 * @throws {WidgetKitError} `block.invalid_text` when it is not a text
 */
export function checkText(value: unknown, place: string): void {
  if (typeof value === "string") return;
  throw new WidgetKitError(
    "block.invalid_text",
    `Cannot show ${
      quoteValue(value)
    } as ${place}: it is not a text. Format a number or a time by useFormat, ` +
      "and take a text of an object",
  );
}

/** Checks a label, which may be a number as well: a year has no grouping. */
export function checkLabel(value: unknown, place: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) checkText(value, place);
}
