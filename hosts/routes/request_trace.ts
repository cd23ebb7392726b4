import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";

/** The header of a request's id, in requests and responses. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** The headers of W3C Trace Context, which are forwarded as they are. */
const TRACE_HEADERS = ["traceparent", "tracestate"];

/** The request that is being answered, for the requests to another service that answering it needs. */
export interface Caller {
  request: Request;
  /** The request's id and trace context. */
  headers: { readonly [name: string]: string };
}

/**
 * Gives each request an id, which is the caller's if it sent a valid one, and responds with it and with the time that
 * this service took (`Server-Timing`).
 *
 * @param service the name of the time
 */
export function traceRequests(service: "storage" | "public" | "web"): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const started = performance.now();
    const requestId = chooseRequestId(context.req.raw.headers);
    context.set("requestId", requestId);
    await next();
    const { headers } = context.res;
    headers.set(REQUEST_ID_HEADER, requestId);
    headers.append("Server-Timing", `${service};dur=${(performance.now() - started).toFixed(1)}`);
  });
}

/** What is forwarded of a request. */
export function callerOf(context: Context): Caller {
  const { raw } = context.req;
  const headers: Record<string, string> = {};
  const requestId = context.get("requestId");
  if (typeof requestId === "string") headers[REQUEST_ID_HEADER] = requestId;
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
