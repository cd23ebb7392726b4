import { quote } from "../../../core/errors/mod.ts";
import type { PictureRequest } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";
import { problemError } from "../problem.ts";
import { requireBundle } from "./bundle_routes.ts";
import { pictureRequest, readFields } from "./request_fields.ts";
import { answer, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** What the shell needs to examine the Stage's card: its picture, and axe. */
export function cardRoutes({ model, limits, takePicture }: ProtocolRoutesDependencies): Route[] {
  return [
    {
      method: "POST",
      path: "picture",
      hasBody: true,
      async handle({ req }) {
        const request = readFields(pictureRequest, await readJsonBody(req.raw, limits));
        requireCard(model, request);
        return answer("image/png", await takePicture(request));
      },
    },
    {
      method: "GET",
      path: "axe.js",
      async handle() {
        const { default: axe } = await import("axe-core");
        return answer("text/javascript", axe.source);
      },
    },
  ];
}

function requireCard(model: PreviewModel, { kind, id }: PictureRequest): void {
  if (kind === "bundle") requireBundle(model, id);
  else if (model.widgets.every(({ name }) => name !== id)) {
    throw problemError(
      "widget.not_found",
      `Cannot take the picture of ${quote(id)}: the project has no such widget`,
    );
  }
}
