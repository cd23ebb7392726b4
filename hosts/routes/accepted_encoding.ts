import { parseAccept } from "hono/utils/accept";

/** Whether an `Accept-Encoding` header allows gzip (RFC 9110, §12.5.3). Without the header, bodies are not compressed. */
export function acceptsGzip(header: string | null): boolean {
  const codings = parseAccept(header ?? "");
  const find = (name: string) => codings.find(({ type }) => type.toLowerCase() === name);
  return ((find("gzip") ?? find("*"))?.q ?? 0) > 0;
}
