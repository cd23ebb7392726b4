import { readFeedBatch } from "./request_fields.ts";
import { json, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** The feeds and grids, and feeds of uploaded bundles. */
export function feedRoutes({ model, limits }: ProtocolRoutesDependencies): Route[] {
  return [
    { method: "GET", path: "feeds", handle: () => json(model.feedIndex()) },
    {
      method: "POST",
      path: "feed-batches",
      hasBody: true,
      handle: async ({ req }) =>
        json(model.registerFeedBatch(readFeedBatch(await readJsonBody(req.raw, limits)))),
    },
  ];
}
