import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { BUNDLES_PATH } from "../../../core/contract/mod.ts";
import { readToken } from "./authorization.ts";
import { splitCookies } from "./cookies.ts";
import { unauthenticated } from "./problem.ts";

/** The cookie that a native shell sets before opening an embedded page (lifecycle specification, §5). */
const EMBED_COOKIE = "embed_bearer";

/** The paths where the cookie counts. */
const EMBED_PREFIXES = ["/embed/", "/api/"];

/** The paths that an embedded page requests, apart from the files of each widget. */
const EMBED_REQUESTS = ["/embed/daily-page/v2", "/api/daily-pages/v2/batches", BUNDLES_PATH];

/** The most fields of a response that clear the cookie: about 4 KiB, which proxies accept. */
const MAX_CLEARED = 36;

/**
 * The bearer of the cookie, or null when there is none or the path is not one of an embedded page.
 *
 * @throws {ProblemError} `auth.unauthenticated` when there are several, or when it is not a token
 */
export function readEmbedCookie(context: Context): string | null {
  if (!EMBED_PREFIXES.some((prefix) => context.req.path.startsWith(prefix))) return null;
  const given = splitCookies(context).filter(({ name }) => name === EMBED_COOKIE);
  if (given.length > 1) {
    throw unauthenticated(`Cannot choose among ${given.length} cookies named ${EMBED_COOKIE}`);
  }
  return given.length === 0 ? null : readToken(given[0]!.value);
}

/**
 * Clears the cookie that a rejected request has sent, if it has sent one. A browser deletes it only for the path and domain
 * that it was set with, which no request states. It is therefore cleared for each of them with which it can be sent here:
 * a script may have set a second one, which would be rejected for ever.
 */
export function clearRejectedEmbedCookie(context: Context, appUrl: string | null): void {
  if (!splitCookies(context).some(({ name }) => name === EMBED_COOKIE)) return;
  const { pathname } = new URL(context.req.url);
  const { hostname, protocol } = new URL(appUrl ?? context.req.url);
  const scopes: Scope[] = [{}, ...listDomains(hostname).map((domain) => ({ domain }))];
  if (protocol === "https:") scopes.splice(1, 0, { partitioned: true, secure: true });
  clear(context, scopes.flatMap((scope) => listPaths(pathname).map((path) => ({ ...scope, path }))));
}

/** Clears the cookie of this host at every path that reads it, also where this request does not carry it. */
export function clearEmbedCookie(context: Context): void {
  clear(context, [...new Set(EMBED_REQUESTS.flatMap(listPaths))].map((path) => ({ path })));
}

/** The attributes that a cookie may have been set with. */
interface Scope {
  domain?: string;
  partitioned?: true;
  secure?: true;
}

function clear(context: Context, scopes: readonly (Scope & { path: string })[]): void {
  for (const scope of scopes.slice(0, MAX_CLEARED)) {
    setCookie(context, EMBED_COOKIE, "", { ...scope, maxAge: 0 });
  }
}

/** The paths of cookies that are sent with a request (RFC 6265, §5.1.4). */
function listPaths(pathname: string): string[] {
  const segments = pathname.split("/").slice(1).filter((segment) => segment !== "");
  const paths = ["/"];
  for (let count = 1; count <= segments.length; count++) {
    const path = `/${segments.slice(0, count).join("/")}`;
    paths.push(path, ...(count < segments.length || pathname.endsWith("/") ? [`${path}/`] : []));
  }
  return paths;
}

/** The domains of cookies that are sent to a host, apart from its own: itself, and what has it as a subdomain. */
function listDomains(hostname: string): string[] {
  const labels = hostname.split(".");
  const isAddress = hostname.startsWith("[") || /^[0-9.]+$/.test(hostname);
  return isAddress ? [] : labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}
