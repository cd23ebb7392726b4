import { readChatCardRequest } from "./request_fields.ts";
import { answer, json, type ProtocolRoutesDependencies, type Route } from "./route.ts";

/** No browser shows the view as a page of the preview. */
const VIEW_HEADERS = { "content-disposition": "attachment", "referrer-policy": "no-referrer" };

/** What the page of a chat needs: the view of cards, and a card. */
export function chatRoutes({ createChatView, readChatCard }: ProtocolRoutesDependencies): Route[] {
  return [
    {
      method: "GET",
      path: "chat/view.html",
      async handle() {
        const { html, policy } = await createChatView();
        return answer("text/html; charset=utf-8", html, {
          ...VIEW_HEADERS,
          "content-security-policy": policy,
        });
      },
    },
    {
      method: "GET",
      path: "chat/card",
      handle: async ({ req }) => json(await readChatCard(readChatCardRequest(new URL(req.url)))),
    },
  ];
}
