import { ChatSite } from "./chat/chat_site.ts";

let chat: ChatSite;
Deno.test.beforeAll(async () => void (chat = await ChatSite.open()));
Deno.test.afterAll(() => chat.close());

/** The chat, and the sealed site that it is of, which the cases of one file share. */
export function sharedChat(): ChatSite {
  return chat;
}
