/** The view of cards in a chat (decision 069). */
export { type ChatPage, createChatPage } from "./chat_page.ts";
export { VIEW_CSP } from "./view_csp.ts";
