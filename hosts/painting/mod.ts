/** The markup of cards, written again on a thread of its own (decision 089): a stranger's text is not parsed where requests are answered. */
export { type CardWriterOptions, createCardWriter } from "./card_writer.ts";
