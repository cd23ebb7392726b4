import { useNumberFormat } from "../format.ts";
import { quoteValue } from "../quote_value.ts";
import { checkNumber } from "./check_number.ts";
import { checkText } from "./check_text.ts";

/**
 * The text of a value: a number is written as `useFormat().number` writes it.
 *
 * @param block the block's name
 * @param label the block's label
 * @throws {WidgetKitError} `block.invalid_value` for a number that is not finite, `block.invalid_text` for what is no text
 */
export function useValueText(value: string | number, block: string, label: unknown): string {
  const format = useNumberFormat();
  if (typeof value === "number") {
    checkNumber(value, `value of ${block}`, label);
    return format(value);
  }
  checkText(
    value,
    typeof label === "string" ? `value of ${block} ${quoteValue(label)}` : `value of ${block}`,
  );
  return value;
}
