import { quote } from "../../../core/errors/mod.ts";
import type { StackResponse } from "../../protocol.ts";
import { problemError } from "../problem.ts";
import { readFields, stackRequest } from "./request_fields.ts";
import { answer, json, type ProtocolRoutesDependencies, readJsonBody, type Route } from "./route.ts";

/** The files of the project: a new scan, and its sources. */
export function projectRoutes({ model, limits, mapStack }: ProtocolRoutesDependencies): Route[] {
  return [
    { method: "POST", path: "rescan", handle: async () => json(await model.rescan()) },
    {
      method: "GET",
      path: "source",
      async handle({ req }) {
        const file = req.query("file") ?? "";
        const text = await model.readSource(file);
        if (text !== null) return answer("text/plain; charset=utf-8", text);
        throw problemError(
          "source.not_found",
          `Cannot serve source ${quote(file)}: the project has no such source`,
        );
      },
    },
    {
      method: "POST",
      path: "stack",
      hasBody: true,
      async handle({ req }) {
        const { stack } = readFields(stackRequest, await readJsonBody(req.raw, limits));
        return json({ frames: await mapStack(stack) } satisfies StackResponse);
      },
    },
  ];
}
