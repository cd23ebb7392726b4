import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { quote } from "../../../core/errors/mod.ts";
import { isLoopbackName } from "../../../core/naming/mod.ts";
import { ProblemError } from "./problem.ts";

/**
 * Rejects requests with an invalid `Host`, which some servers do not check. Later handlers can then parse the request's
 * URL.
 */
export function requireHost(): MiddlewareHandler {
  const readHostname = createHostReader();
  return createMiddleware(async (context, next) => {
    if (readHostname(context.req.url) === null) {
      throw new ProblemError("request.malformed", "Cannot read the Host header: it is not a host");
    }
    await next();
  });
}

/**
 * Returns a function that reads the host name of a URL, or null for a URL that cannot be parsed. It remembers the last
 * one, since nearly all requests name the same host.
 */
function createHostReader(): (url: string) => string | null {
  let origin = "/";
  let hostname: string | null = null;
  return (url) => {
    if (url.startsWith(origin)) return hostname;
    hostname = URL.parse(url)?.hostname ?? null;
    origin = url.slice(0, url.indexOf("/", url.indexOf("://") + 3) + 1);
    return hostname;
  };
}

/**
 * Rejects requests whose `Host` is not this application's, so that a page of another site cannot reach it by resolving
 * its own name to the loopback address (DNS rebinding).
 *
 * @param appUrl the application's public URL, whose host is accepted in addition to the loopback names
 */
export function guardHost(appUrl: string | null): MiddlewareHandler {
  const own = appUrl === null ? null : new URL(appUrl).hostname;
  const readHostname = createHostReader();
  return createMiddleware(async (context, next) => {
    const hostname = readHostname(context.req.url);
    if (hostname === null || (hostname !== own && !isLoopbackName(hostname))) {
      const detail = `Cannot serve host ${quote(hostname ?? "")}: it is not this application's`;
      throw new ProblemError("request.forbidden", detail);
    }
    await next();
  });
}
