import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";

/** The header of a request's id, in requests and responses. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** The headers of W3C Trace Context, which are forwarded as they are. */
const TRACE_HEADERS = ["traceparent", "tracestate"];

/**
 * The server's facts about a request, which the application gets as its bindings. An application that is called
 * without it reads the id from the request.
 */
export interface ArrivedRequest {
  readonly requestId: string;
  /** The pattern of the matched route, which the application sets. */
  route?: string | undefined;
}

/** The request that is being answered, for the requests to another service that answering it needs. */
export interface Caller {
  request: Request;
  /** The request's id and trace context. */
  headers: { readonly [name: string]: string };
}

/** What {@linkcode traceRequests} knows of a request. */
interface Trace {
  service: string;
  requestId: string;
  started: number;
  /** Whether the route has added the headers itself. */
  isSent: boolean;
}

/**
 * Gives each request an id, which is the caller's if it sent a valid one, and responds with it and with the time that
 * this service took (`Server-Timing`).
 *
 * @param service the name of the time
 */
export function traceRequests(service: "storage" | "public" | "web"): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const arrived: Partial<ArrivedRequest> | undefined = context.env;
    if (arrived?.requestId !== undefined) arrived.route = findRoute(context);
    const trace: Trace = {
      service,
      requestId: arrived?.requestId ?? chooseRequestId(context.req.raw.headers),
      started: performance.now(),
      isSent: false,
    };
    context.set("trace", trace);
    await next();
    if (trace.isSent) return;
    const { headers } = context.res;
    headers.set(REQUEST_ID_HEADER, trace.requestId);
    headers.append("Server-Timing", formatTiming(trace));
  });
}

/**
 * The headers of {@linkcode traceRequests}, for a route that is requested often and adds them when it creates its
 * response: to change a response's headers costs more than to answer such a request.
 */
export function traceHeaders(context: Context): { readonly [name: string]: string } {
  const trace: Trace = context.get("trace");
  trace.isSent = true;
  return { [REQUEST_ID_HEADER]: trace.requestId, "Server-Timing": formatTiming(trace) };
}

/** The parts of a request that are forwarded. */
export function callerOf(context: Context): Caller {
  const { raw } = context.req;
  const headers: Record<string, string> = {};
  const trace: Trace | undefined = context.get("trace");
  if (trace !== undefined) headers[REQUEST_ID_HEADER] = trace.requestId;
  for (const name of TRACE_HEADERS) {
    const value = raw.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { request: raw, headers };
}

/** The id of a request: the caller's, if it can be written to a log as it is, or a new one. */
export function chooseRequestId(headers: Headers): string {
  const id = headers.get(REQUEST_ID_HEADER);
  return id !== null && /^[A-Za-z0-9._:/+=-]{1,128}$/.test(id) ? id : crypto.randomUUID();
}

/** The pattern of the matched route. Middleware has no method of its own. */
function findRoute(context: Context): string | undefined {
  return matchedRoutes(context).findLast(({ method }) => method !== "ALL")?.path;
}

function formatTiming({ service, started }: Trace): string {
  return `${service};dur=${(performance.now() - started).toFixed(1)}`;
}
