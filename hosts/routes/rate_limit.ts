import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AuthenticatedEnv } from "./authorization.ts";
import { respondProblem } from "./problem.ts";

/** What is left of a user's requests. */
export interface RequestBudget {
  /** How many requests a user has in a window. */
  limit: number;
  /** How long a window is, in seconds. */
  windowSeconds: number;
  /** How many are left in this window. */
  remaining: number;
  /** When the next window begins, in whole seconds from now. */
  resetSeconds: number;
  /** Whether this request was one too many. */
  isExceeded: boolean;
}

/** Counts the requests of users. */
export interface RequestCounter {
  /** Counts one request of a user. */
  count(userId: string): Promise<RequestBudget>;
}

/**
 * Rejects the requests of a user who has made too many, with `request.rate_limited` and `Retry-After`. Every response has
 * the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * It follows the middleware that verifies the bearer: without a bearer there is no user, and no work is done.
 */
export function limitRequests(counter: RequestCounter): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const budget = await counter.count(context.get("userId"));
    const { limit, windowSeconds, remaining, resetSeconds } = budget;
    if (budget.isExceeded) {
      const detail = `Cannot answer more than ${limit} requests of a user in ${windowSeconds} s: ` +
        `retry in ${resetSeconds} s`;
      context.res = respondProblem("request.rate_limited", detail, { "Retry-After": String(resetSeconds) });
    } else await next();
    const { headers } = context.res;
    headers.set("RateLimit-Policy", `"user";q=${limit};w=${windowSeconds}`);
    headers.set("RateLimit", `"user";r=${remaining};t=${resetSeconds}`);
  });
}
