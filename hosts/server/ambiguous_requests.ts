import type { IncomingMessage } from "node:http";

/**
 * Whether a proxy in front may understand a request differently from this server: it has no `Host` or several, names
 * another host in its absolute URL (RFC 9112, §3.2), or states a transfer coding that this server does not decode or that
 * HTTP/1.0 does not have (§6.1). `node:http` rejects other ambiguous requests.
 *
 * @param incoming a request of a server with `joinDuplicateHeaders`
 */
export function isAmbiguous({ url, headers, httpVersion }: IncomingMessage): boolean {
  const { host, "transfer-encoding": coding } = headers;
  if (!host || host.includes(",")) return true;
  if (!url!.startsWith("/") && URL.parse(url!)?.host !== URL.parse(`http://${host}`)?.host) return true;
  return coding !== undefined && (httpVersion === "1.0" || coding.toLowerCase() !== "chunked");
}
