import { PICTURE_ROLES, type PictureRole } from "../../review/review.ts";
import { readVerdict } from "./request_fields.ts";
import { answer, json, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** The review of the project's last snapshot: what differs, its pictures, and the verdicts. */
export function reviewRoutes({ limits, openReview }: ProtocolRoutesDependencies): Route[] {
  if (openReview === null) {
    return [{ method: "GET", path: "review", handle: () => json({ entries: [], isAwaited: false }) }];
  }
  return [
    { method: "GET", path: "review", handle: async () => json(await (await openReview()).read()) },
    {
      method: "GET",
      path: `review/picture/:id{[0-9a-f]{32}}/:role{${PICTURE_ROLES.join("|")}}`,
      async handle({ req }) {
        const role = req.param("role") as PictureRole;
        return answer("image/png", await (await openReview()).readPicture(req.param("id")!, role));
      },
    },
    {
      method: "POST",
      path: "review/verdict",
      hasBody: true,
      async handle({ req }) {
        const { ids, decision } = readVerdict(await readJsonBody(req.raw, limits));
        return json(await (await openReview()).decide(ids, decision));
      },
    },
    {
      method: "POST",
      path: "review/end",
      hasBody: true,
      async handle() {
        const review = await openReview();
        review.end();
        return json(await review.read());
      },
    },
  ];
}
