/** Writes the markup of a card again, as what a document may contain that did not make it (decision 087). */
export { cssValue, MAX_NESTED_BRACKETS } from "./allowed_markup.ts";
export { writeMarkup, type WrittenMarkup } from "./write_markup.ts";
