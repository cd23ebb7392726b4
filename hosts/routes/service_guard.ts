import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { SERVICE_HEADER, type ServiceCredentials } from "../auth/mod.ts";
import { respondProblem } from "./problem.ts";
import type { Upstream } from "./upstream.ts";

/** Lets only requests of a service through: those with the credential that {@linkcode authorizeService} adds. */
export function requireService(credentials: ServiceCredentials): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    if (await credentials.verify(context.req.header(SERVICE_HEADER) ?? null)) return await next();
    const detail = `The internal API needs the credential of a service in ${SERVICE_HEADER}`;
    return respondProblem("auth.unauthenticated", detail);
  });
}

/** The upstream to which every request carries the credential of this service. */
export function authorizeService(upstream: Upstream, credentials: ServiceCredentials): Upstream {
  return {
    ...upstream,
    async fetch(request) {
      request.headers.set(SERVICE_HEADER, await credentials.issue());
      return await upstream.fetch(request);
    },
  };
}
