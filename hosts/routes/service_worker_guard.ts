import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { ProblemError } from "./problem.ts";

/**
 * Rejects requests for a service worker's script, which browsers mark with a header. This application has none, and a
 * widget's module that became one would answer the requests below its path, and those for other modules with them.
 */
export function rejectServiceWorkers(): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    if (context.req.header("Service-Worker") === "script") {
      throw new ProblemError(
        "request.forbidden",
        "Cannot serve this address as the script of a service worker: this application has no service workers",
      );
    }
    await next();
  });
}
