import { decodeJwt } from "jose";
import { readTime } from "./token.ts";

/**
 * Explains why a token's own times make it invalid now, with the time of this machine's clock, since one of the two
 * clocks may be wrong; null if they do not, or it has none. Its signature is not verified.
 *
 * @param now in milliseconds since the epoch
 */
export function explainTokenTime(token: string, now: number): string | null {
  const { exp, nbf, iat } = decodeClaims(token);
  const clock = `this server's clock says ${formatTime(now / 1000)}`;
  const until = readTime(exp);
  if (until !== null && until * 1000 <= now) return `it was valid until ${formatTime(until)}, and ${clock}`;
  const from = [nbf, iat].map(readTime).find((time) => time !== null && time * 1000 > now) ?? null;
  return from === null ? null : `it is valid from ${formatTime(from)}, and ${clock}`;
}

function decodeClaims(token: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
