import { parseAccept } from "hono/utils/accept";

/**
 * The content coding that an `Accept-Encoding` header prefers (RFC 9110, §12.5.3), or null for none of them. Without the
 * header, bodies are not encoded.
 *
 * @param available in the order of the server's preference, which decides between those of equal weight
 */
export function chooseCoding<Coding extends string>(
  header: string | null,
  available: readonly Coding[],
): Coding | null {
  if (header === null || available.length === 0) return null;
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const weigh = (coding: string) => accepted.get(coding) ?? accepted.get("*") ?? 0;
  const best = available.reduce((best, coding) => weigh(coding) > weigh(best) ? coding : best);
  return weigh(best) > 0 ? best : null;
}
