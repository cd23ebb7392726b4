import { parseAccept } from "hono/utils/accept";

/** Whether an `Accept-Encoding` header allows gzip (RFC 9110, §12.5.3). Without the header, bodies are not compressed. */
export function acceptsGzip(header: string | null): boolean {
  return createAcceptance(header)("gzip");
}

/** The first of some content codings that an `Accept-Encoding` header allows; null when it allows none of them. */
export function chooseCoding<Coding extends string>(
  header: string | null,
  available: Iterable<Coding>,
): Coding | null {
  return [...available].find(createAcceptance(header)) ?? null;
}

function createAcceptance(header: string | null): (coding: string) => boolean {
  const codings = parseAccept(header ?? "");
  const find = (name: string) => codings.find(({ type }) => type.toLowerCase() === name);
  return (coding) => ((find(coding) ?? find("*"))?.q ?? 0) > 0;
}
