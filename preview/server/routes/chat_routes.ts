import { chatCardRequest, readFields } from "./request_fields.ts";
import { documentHeaders } from "./card_document.ts";
import { answer, json, type ProtocolRoutesDependencies, type Route } from "./route.ts";

/** What the page of a chat needs: the view of cards, and a card. */
export function chatRoutes({ createChatView, readChatCard }: ProtocolRoutesDependencies): Route[] {
  return [
    {
      method: "GET",
      path: "chat/view.html",
      async handle({ req }) {
        const { html, policy } = await createChatView();
        return answer("text/html; charset=utf-8", html, {
          ...documentHeaders(req),
          "content-security-policy": policy,
        });
      },
    },
    {
      method: "GET",
      path: "chat/card",
      async handle({ req }) {
        const card = readFields(chatCardRequest, Object.fromEntries(new URL(req.url).searchParams));
        return json(await readChatCard(card));
      },
    },
  ];
}
