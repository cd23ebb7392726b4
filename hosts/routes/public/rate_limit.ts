import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AuthenticatedEnv } from "../http/authorization.ts";
import { respondProblem } from "../http/problem.ts";

/** How many requests a user has left. */
export interface RequestBudget {
  /** Whether this request was one too many. */
  isExceeded: boolean;
  /** When the next window begins at the latest, in whole seconds from now. */
  resetSeconds: number;
  /** The window; null if the platform does not report it. */
  window: {
    /** How many requests a user has in a window. */
    limit: number;
    /** How long a window is, in seconds. */
    seconds: number;
    /** How many requests are left. */
    remaining: number;
  } | null;
}

export interface RequestCounter {
  count(userId: string): Promise<RequestBudget>;
}

/**
 * Rejects the requests of a user who has made too many, with `request.rate_limited` and `Retry-After`. Every response has
 * the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) if the window is known.
 *
 * It follows the middleware that verifies the bearer: without a bearer there is no user, and no work is done.
 */
export function limitRequests(counter: RequestCounter): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const budget = await counter.count(context.get("userId"));
    const { isExceeded, resetSeconds, window } = budget;
    if (isExceeded) {
      const headers = { "Retry-After": String(resetSeconds) };
      context.res = respondProblem("request.rate_limited", describeExcess(budget), headers);
    } else await next();
    if (window === null) return;
    const { headers } = context.res;
    headers.set("RateLimit-Policy", `"user";q=${window.limit};w=${window.seconds}`);
    headers.set("RateLimit", `"user";r=${window.remaining};t=${resetSeconds}`);
  });
}

function describeExcess({ resetSeconds, window }: RequestBudget): string {
  const excess = window === null
    ? "so many requests of a user"
    : `more than ${window.limit} requests of a user in ${window.seconds} s`;
  return `Cannot answer ${excess}: retry in ${resetSeconds} s`;
}
