/** Longer texts are not values. */
const MAX_VALUE_LENGTH = 18;

/** Digits of any script, with signs, separators and currency, and at most one short unit before or after them. */
const VALUE =
  /^(?:\p{L}{1,3}[.\s]?\s?)?[\p{N}\p{S}\p{P}\s]*\p{N}[\p{N}\p{S}\p{P}\s]*(?:\p{L}{1,4}(?:\/\p{L}{1,3})?\.?)?$/u;

/** Whether a text is a number, a time, or an amount with its unit, or is marked as a value by `data-tck-value`. */
export function isValue(element: Element, text: string): boolean {
  if (element.closest("[data-tck-value]") !== null) return true;
  return text.length <= MAX_VALUE_LENGTH && VALUE.test(text) && !/\p{L}.*\s.*\p{L}/u.test(text);
}
