import type { Context, Env, Hono } from "hono";
import { quote } from "../../../core/errors/mod.ts";
import { ProblemError, respondProblem } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

/** Why no route of an application matches a request. */
export interface Unmatched {
  /** `route.not_found`, or `request.method_not_allowed` when the address has routes for other methods. */
  problem: ProblemError;
  /** The header `Allow` of a 405 (RFC 9110, §15.5.6), for which the routes are the only source. */
  headers: { readonly [name: string]: string };
}

/** Describes a request that no route of the application matches. */
export function describeUnmatched<E extends Env>(app: Hono<E>, context: Context): Unmatched {
  const { method, path } = context.req;
  const allowed = ["GET", "POST", "PUT", "DELETE"].filter((candidate) => hasRoute(app, candidate, path));
  if (allowed.length === 0) {
    const detail = `Cannot find ${quote(path)}: no route has this address`;
    return { problem: new ProblemError("route.not_found", detail), headers: {} };
  }
  const named = allowed.flatMap((candidate) => candidate === "GET" ? ["GET", "HEAD"] : [candidate]);
  const names = [...named, "OPTIONS"].join(", ");
  const detail = `Cannot ${method} ${quote(path)}: it has only ${names}`;
  return { problem: new ProblemError("request.method_not_allowed", detail), headers: { "Allow": names } };
}

/** Responds to a request that no route matches: with a problem, or to OPTIONS with the methods of the address. */
export function respondUnmatched<E extends Env>(app: Hono<E>, context: Context): Response {
  const { problem, headers } = describeUnmatched(app, context);
  if (context.req.method === "OPTIONS" && headers["Allow"] !== undefined) {
    return new Response(null, { status: 204, headers: { ...ISOLATION_HEADERS, ...headers } });
  }
  return respondProblem(problem.code, problem.detail, headers);
}

/** Whether a route, and not only middleware, which has no method of its own, matches. */
function hasRoute<E extends Env>(app: Hono<E>, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path);
  return handlers.some(([[, route]]) => route.method === method);
}
