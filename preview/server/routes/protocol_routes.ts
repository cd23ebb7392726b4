import { Hono, type MiddlewareHandler } from "hono";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import { InvalidManifestError } from "../../../core/manifest/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import { TckbUnpackError, toBundleProblem } from "../../../core/tckb/mod.ts";
import { LABEL_HEADER, PROTOCOL_PREFIX } from "../../protocol.ts";
import { BundleModuleError, FeedBatchError } from "../model/mod.ts";
import { type ProblemCode, problemError, problemResponse, PROBLEMS } from "../problem.ts";
import { bundleRoutes } from "./bundle_routes.ts";
import { cardRoutes } from "./card_routes.ts";
import { chatRoutes } from "./chat_routes.ts";
import { feedRoutes } from "./feed_routes.ts";
import { projectRoutes } from "./project_routes.ts";
import { reviewRoutes } from "./review_routes.ts";
import { isJson } from "./request_body.ts";
import type { ProtocolRoutesDependencies, Route } from "./route.ts";

/** Answers a request of the dev protocol that the request guard has accepted. */
export type ProtocolRoutes = (request: Request) => Promise<Response>;

/** The routes of the dev protocol (preview specification, §4). */
export function createProtocolRoutes(dependencies: ProtocolRoutesDependencies): ProtocolRoutes {
  const app = createApp(dependencies);
  return async (request) => await app.fetch(request);
}

function createApp(dependencies: ProtocolRoutesDependencies): Hono {
  const { model, report } = dependencies;
  // The path stays encoded, so that no name in it has a slash.
  const app = new Hono({ getPath: (request) => new URL(request.url).pathname })
    .basePath(PROTOCOL_PREFIX);
  app.onError((error) => problemResponse(toProblem(error, report)));
  app.notFound(({ req }) => {
    throw problemError("route.not_found", `Cannot serve ${quote(req.path)}: no route has this address`);
  });
  const awaitScan: MiddlewareHandler = async (_context, next) => {
    await model.ready;
    await next();
  };
  for (const { method, path, hasBody, handle } of listRoutes(dependencies)) {
    if (hasBody) app.on(method, path, requireDeliberateWrite);
    app.on(method, path, awaitScan, handle);
    app.all(path, ({ req }) => rejectMethod(req, method));
  }
  return app;
}

function listRoutes(dependencies: ProtocolRoutesDependencies): Route[] {
  const all = [bundleRoutes, feedRoutes, projectRoutes, cardRoutes, chatRoutes, reviewRoutes];
  return all.flatMap((routes) => routes(dependencies));
}

function rejectMethod({ method, path }: { method: string; path: string }, allowed: string): Response {
  const detail = `Cannot ${method} ${quote(path)}: its method is ${allowed}`;
  return problemResponse({ code: "request.method_not_allowed", detail }, { "Allow": allowed });
}

/** Other pages can make a browser send a form or plain text, but neither of these without a preflight request. */
const requireDeliberateWrite: MiddlewareHandler = async ({ req }, next) => {
  if (!isJson(req.raw) && req.header(LABEL_HEADER) === undefined) {
    throw problemError(
      "request.unsupported_type",
      `Cannot accept the request: it has neither the type application/json nor the header ${LABEL_HEADER}`,
    );
  }
  await next();
};

/** The problem of a caught error. An unexpected one is reported. */
function toProblem(error: Error, report: (message: string) => void): { code: ProblemCode; detail: string } {
  if (error instanceof ProblemError && PROBLEMS.isCode(error.code)) {
    return { code: error.code, detail: error.detail };
  }
  if (error instanceof TckbUnpackError) return { code: toBundleProblem(error.code), detail: error.message };
  if (error instanceof InvalidManifestError) {
    return { code: "bundle.invalid_manifest", detail: error.message };
  }
  if (error instanceof BundleModuleError) return { code: "bundle.invalid_module", detail: error.message };
  if (error instanceof FeedBatchError) return { code: error.code, detail: error.message };
  report(`Cannot answer a request: ${errorMessage(error)}`);
  return { code: "server.failed", detail: "Cannot answer the request; the preview's terminal shows why" };
}
