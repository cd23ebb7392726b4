/** What a chat says of a card: the web app sends it, and the preview shows it (decision 069). */
export { describeCard, type ListedCard, quoteText, readListedCard, readTexts } from "./chat_text.ts";
