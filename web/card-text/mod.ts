/** The text of a card, from its markup. */
export { textOfMarkup } from "./text_of_markup.ts";
