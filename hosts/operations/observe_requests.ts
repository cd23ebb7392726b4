import type { Hono } from "hono";
import {
  type ArrivedRequest,
  chooseRequestId,
  type Log,
  REQUEST_ID_HEADER,
  respondProblem,
} from "../routes/http/mod.ts";
import { currentRequest } from "./current_request.ts";
import type { Metrics } from "./metrics.ts";

/** The label of a request that no route matches. Paths are not labels: anyone could create any number of them. */
const UNMATCHED = "unmatched";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

export interface ObserveDependencies {
  metrics: Metrics;
  log: Log;
  logsRequests: boolean;
  /** The path of the route that limits large bodies itself; absent: there is none. */
  largeBodies?: string | undefined;
}

/**
 * Gives each request that arrives at a process an id, the caller's if it sent a valid one; rejects one that is too large;
 * measures the time to the beginning of the response; and logs the request, if that is wanted. A request from one service
 * to another in the same process is a part of the request that arrived.
 *
 * @param app its own routes are labels; an application that it mounts sets {@linkcode ArrivedRequest.route}
 */
export function observeRequests(
  app: Pick<Hono, "fetch" | "router">,
  { metrics, log, logsRequests, largeBodies }: ObserveDependencies,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const started = performance.now();
    const arrived: ArrivedRequest = { requestId: chooseRequestId(request.headers) };
    metrics.requestsInFlight.inc();
    try {
      const response = rejectOversized(request, largeBodies) ??
        await currentRequest.run(arrived, () => app.fetch(request, arrived));
      const isTraced = arrived.route !== undefined; // By the application that answered.
      if (!isTraced && !response.headers.has(REQUEST_ID_HEADER)) {
        response.headers.set(REQUEST_ID_HEADER, arrived.requestId);
      }
      const { status } = response;
      const method = METHODS.includes(request.method) ? request.method : "other";
      const route = arrived.route ?? findRoute(request, app);
      const milliseconds = performance.now() - started;
      metrics.requestDuration.observe({ method, route, status: String(status) }, milliseconds / 1000);
      if (logsRequests) {
        log({
          event: "request_answered",
          level: "info",
          message: `${method} ${route} ${status}`,
          requestId: arrived.requestId,
          method,
          route,
          status,
          durationMs: Math.round(milliseconds * 10) / 10,
        });
      }
      return response;
    } finally {
      metrics.requestsInFlight.dec();
    }
  };
}

function findRoute({ method, url }: Request, { router }: Pick<Hono, "router">): string {
  const [handlers] = router.match(method === "HEAD" ? "GET" : method, URL.parse(url)?.pathname ?? "/");
  // Middleware has no method of its own.
  return handlers.findLast(([[, route]]) => route.method !== "ALL")?.[0][1].path ?? UNMATCHED;
}

/** The longest URL, in characters with the origin. The longest that a client needs, with a cursor, has 300. */
export const MAX_URL_LENGTH = 8_192;

/** The largest body of a route, in bytes (1 MiB). A route may have a smaller limit; one has a larger of its own. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * After the response to a body up to this size, in bytes (8 MiB), the rest of it is read, and the connection stays open. If it
 * were closed while the client still sends, the client would lose the response. After a larger one it is closed.
 */
export const MAX_DISCARDED_BYTES = 8_388_608;

/** The response to a request whose URL is too long or whose stated body is too large, or null. */
export function rejectOversized({ url, headers }: Request, largeBodies?: string): Response | null {
  if (url.length > MAX_URL_LENGTH) {
    const detail =
      `Cannot read the URL: it has ${url.length} characters, at most ${MAX_URL_LENGTH} are allowed`;
    return respondProblem("request.url_too_long", detail);
  }
  const size = Number(headers.get("Content-Length") ?? 0);
  if (size > MAX_BODY_BYTES && (largeBodies === undefined || URL.parse(url)?.pathname !== largeBodies)) {
    const detail = `Cannot read the body: it has more than ${MAX_BODY_BYTES} bytes`;
    return respondProblem(
      "request.too_large",
      detail,
      size > MAX_DISCARDED_BYTES ? { "Connection": "close" } : {},
    );
  }
  return null;
}
