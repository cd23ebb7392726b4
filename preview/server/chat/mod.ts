/** What the page of a chat is given: the view of cards, and a card. */
export { readChatCard } from "./chat_card.ts";
export { createChatView } from "./chat_view.ts";
