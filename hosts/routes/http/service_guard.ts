import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { explainTokenTime, SERVICE_HEADER, type ServiceCredentials } from "../../auth/mod.ts";
import { respondProblem, unavailable } from "./problem.ts";
import type { SendRequest } from "./upstream.ts";

/** The realm of the credentials of services and writers. */
export const SERVICE_REALM = "tck-internal";

/** Distinguishes a rejected service from a rejected user. */
const CHALLENGE = { "WWW-Authenticate": `Bearer realm="${SERVICE_REALM}"` };

/** Lets only requests of a service through: those with the credential that {@linkcode authorizeService} adds. */
export function requireService(credentials: ServiceCredentials): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const header = context.req.header(SERVICE_HEADER) ?? null;
    if (await credentials.verify(header)) return await next();
    const reason = explainTokenTime((header ?? "").replace(/^Bearer +/i, ""), Date.now());
    const detail = `The internal API needs the credential of a service in ${SERVICE_HEADER}`;
    return respondProblem(
      "auth.unauthenticated",
      reason === null ? detail : `${detail}: ${reason}`,
      CHALLENGE,
    );
  });
}

/**
 * Sends every request with the credential of this service. If the service behind rejects it, the user's request fails with
 * `upstream.unavailable`: the user's bearer is not the cause.
 */
export function authorizeService(send: SendRequest, credentials: ServiceCredentials): SendRequest {
  return async (request) => {
    request.headers.set(SERVICE_HEADER, await credentials.issue());
    const response = await send(request);
    const isRejected = response.status === 401 &&
      response.headers.get("WWW-Authenticate") === CHALLENGE["WWW-Authenticate"];
    if (!isRejected) return response;
    await response.body?.cancel();
    throw unavailable("The service behind does not accept the credential of this one");
  };
}
