import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { quote } from "../../core/errors/mod.ts";
import { ProblemError } from "./problem.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name (without a port, IPv6 in brackets) is one of this very machine. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname) || hostname.endsWith(".localhost");
}

/**
 * Refuses requests whose `Host` is no host, which some servers pass on as it is: what comes after may take the request's
 * URL for one.
 */
export function requireHost(): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    if (!URL.canParse(context.req.url)) {
      throw new ProblemError("request.malformed", "Cannot read the Host header: it is no host");
    }
    await next();
  });
}

/**
 * Refuses requests whose `Host` is not this application's own, so that a foreign page cannot reach it by pointing a
 * name of its own at the loopback address (DNS rebinding).
 *
 * @param appUrl the application's public URL, whose host is accepted beside the loopback names
 */
export function guardHost(appUrl: string | null): MiddlewareHandler {
  const own = appUrl === null ? null : new URL(appUrl).hostname;
  return createMiddleware(async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (hostname !== own && !isLoopbackName(hostname)) {
      throw new ProblemError(
        "request.forbidden",
        `Cannot serve host ${quote(hostname)}: it is not this application's`,
      );
    }
    await next();
  });
}
