import { WidgetKitError } from "../errors.ts";
import { explainText } from "../quote_value.ts";

/**
 * Checks a text that a block measures or writes into another text.
 *
 * @param place where the text is, for the error's message, such as `unit of Stat`
 * @throws {WidgetKitError} `block.invalid_text` when it is not a text
 */
export function checkText(value: unknown, place: string): void {
  const fault = explainText(value, place);
  if (fault !== null) throw new WidgetKitError("block.invalid_text", fault);
}

/** Checks a label, which may be a number as well: a year has no grouping. */
export function checkLabel(value: unknown, place: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) checkText(value, place);
}
