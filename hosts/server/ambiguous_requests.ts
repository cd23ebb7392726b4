import type { IncomingMessage } from "node:http";

/** The paths that a load balancer requests. */
const HEALTH_PATHS = ["/healthz", "/readyz"];

/**
 * Names the host of a health check without one, which HTTP/1.0 allows: so does HAProxy ask (`option httpchk`). Its answer is
 * the same for every host.
 */
export function nameHealthCheck({ url, headers, httpVersion }: IncomingMessage): void {
  if (httpVersion === "1.0" && headers.host === undefined && HEALTH_PATHS.includes(url!)) {
    headers.host = "localhost";
  }
}

/**
 * Whether a proxy in front may understand a request differently from this server: it has no `Host`, several or one that is no host, names
 * another host or a user in its absolute URL (RFC 9112, §3.2; RFC 9110, §4.2.4), has a path that this server compares after changes that the
 * proxy may not have made (RFC 3986, §6.2.2), or states a transfer coding that this server does not decode or that HTTP/1.0 does not have (§6.1).
 * `node:http` rejects other ambiguous requests.
 *
 * @param incoming a request of a server with `joinDuplicateHeaders`
 */
export function isAmbiguous({ url, headers, httpVersion }: IncomingMessage): boolean {
  const { host, "transfer-encoding": coding } = headers;
  if (!host || host.includes(",") || URL.parse(`http://${host}`) === null) return true;
  if (!url!.startsWith("/") && !isOfHost(URL.parse(url!), host)) return true;
  if (isChangedPath(url!.split("?", 1)[0]!)) return true;
  return coding !== undefined && (httpVersion === "1.0" || coding.toLowerCase() !== "chunked");
}

/** The headers of the answer to one, which is inert like each of the application. */
export const REJECTION_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Connection": "close",
} as const;

/**
 * Whether a path is another one after it was parsed: it has a segment `.` or `..`, a backslash or a fragment, or letters or digits that are
 * encoded, none of which a browser sends. So `/x/../metrics` and `/%6detrics` pass a proxy's rule for `/metrics`.
 */
function isChangedPath(path: string): boolean {
  return /[\\#]|%(?:3\d|[46][1-9a-f]|[57][\da])/i.test(path) ||
    path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function isOfHost(url: URL | null, host: string): boolean {
  return url !== null && url.host === URL.parse(`http://${host}`)?.host && url.username + url.password === "";
}
