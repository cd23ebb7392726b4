import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { USER_KEY_HEADER } from "../../../core/contract/mod.ts";
import { bytesResponse } from "../http/byte_range.ts";
import { SERVICE_WORKER_PATH } from "./page_policy.ts";
import { ProblemError } from "../http/problem.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { describeApplication, type StoredApplicationDependencies } from "./stored_application.ts";
import { readSession, type SessionDependencies } from "../http/web_identity.ts";

/**
 * Serves the script of the service worker. While it is turned off, the script is one that removes an installed worker: a
 * browser keeps a worker whose script it cannot fetch.
 */
export function createServiceWorker(deps: StoredApplicationDependencies, enabled: boolean): Hono {
  const routes = new Hono();
  routes.get(SERVICE_WORKER_PATH, async (context) => {
    const asset = deps.assets.get(enabled ? "service-worker.js" : "service-worker-off.js");
    if (asset === undefined) throw new ProblemError("route.not_found", "Cannot find the service worker");
    const application = enabled ? await describeApplication(deps, context) : null;
    const start = new TextEncoder().encode(`self.tckApplication = ${JSON.stringify(application)};\n`);
    const script = new Uint8Array([...start, ...asset.bytes]);
    return bytesResponse(script, context.req.raw, `"${await sha384Base64Url(script)}"`, {
      ...ISOLATION_HEADERS,
      "Content-Type": asset.contentType,
      "Cache-Control": "no-cache",
      "Service-Worker-Allowed": "/",
      // This policy is that of the worker.
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    });
  });
  return routes;
}

/**
 * Rejects requests for the script of any other service worker, which browsers mark with a header. A widget's module that
 * became one would answer the requests below its path, and those for other modules with them.
 */
export function rejectServiceWorkers(): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const { path } = context.req;
    if (context.req.header("Service-Worker") === "script" && path !== SERVICE_WORKER_PATH) {
      throw new ProblemError(
        "request.forbidden",
        `Cannot serve this address as the script of a service worker: only ${SERVICE_WORKER_PATH} is one`,
      );
    }
    await next();
  });
}

/** States to the service worker whose pages and lists are answered: only those of a session are stored. */
export function markUser(deps: SessionDependencies): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    await next();
    if (context.res.status !== 200 || context.req.header("Authorization") !== undefined) return;
    const session = await readSession(context, deps);
    if (session !== null) context.res.headers.set(USER_KEY_HEADER, await digestUser(session.userId));
  });
}

async function digestUser(userId: string): Promise<string> {
  return (await sha384Base64Url(new TextEncoder().encode(`tck-user:${userId}`))).slice(0, 32);
}
