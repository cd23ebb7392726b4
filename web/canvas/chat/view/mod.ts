/** The frame of the cards in the view of a chat, and in the playground. */
export { CardsFrame } from "./cards_frame.ts";
