import type { DeleteResult } from "../../protocol.ts";
import { readFeedBatch, readFeedPage } from "./request_fields.ts";
import { documentHeaders } from "./card_document.ts";
import { answer, json, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** The feeds and grids, and feeds of uploaded bundles. */
export function feedRoutes({ model, limits, createFeedPage }: ProtocolRoutesDependencies): Route[] {
  return [
    { method: "GET", path: "feeds", handle: () => json(model.feedIndex()) },
    {
      method: "GET",
      path: "feeds/:id/page.html",
      async handle({ req }) {
        const { html, policy } = await createFeedPage(readFeedPage(req.param("id")!, new URL(req.url)));
        return answer("text/html; charset=utf-8", html, {
          ...documentHeaders(req),
          "content-security-policy": policy,
        });
      },
    },
    {
      method: "POST",
      path: "feed-batches",
      hasBody: true,
      handle: async ({ req }) =>
        json(model.registerFeedBatch(readFeedBatch(await readJsonBody(req.raw, limits)))),
    },
    {
      method: "DELETE",
      path: "feed-batches/:id",
      handle: ({ req }) => json({ deleted: model.deleteFeedBatch(req.param("id")!) } satisfies DeleteResult),
    },
  ];
}
