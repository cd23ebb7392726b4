import { decodeJwt } from "jose";

/**
 * Explains why a token's own times make it invalid now, with the time of this machine's clock, since one of the two
 * clocks may be wrong; null if they do not, or it has none. Its signature is not verified.
 *
 * @param now in milliseconds since the epoch
 */
export function explainTokenTime(token: string, now: number): string | null {
  const { exp, nbf, iat } = decodeClaims(token);
  const clock = `this server's clock says ${formatTime(now / 1000)}`;
  if (isTime(exp) && exp * 1000 <= now) return `it was valid until ${formatTime(exp)}, and ${clock}`;
  const [from] = [nbf, iat].filter((time) => isTime(time) && time * 1000 > now);
  return from === undefined ? null : `it is valid from ${formatTime(from)}, and ${clock}`;
}

function decodeClaims(token: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** The last second of the year 9999. */
const MAX_TIME = 253_402_300_799;

function isTime(claim: unknown): claim is number {
  return typeof claim === "number" && claim >= 0 && claim <= MAX_TIME;
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
