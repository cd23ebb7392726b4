import { LRUCache } from "lru-cache";
import { isYounger } from "../time/mod.ts";

/** How long a verified token is remembered at most, so that a key that its provider withdrew is noticed. */
const MAX_REMEMBERED_MS = 300_000;

/** How many tokens are remembered. The least recently used one is removed first. */
const MAX_TOKENS = 4096;

/**
 * Remembers the claims of valid tokens until they expire, for five minutes at most. An invalid token is verified again
 * each time. Whether a session was ended is not a claim, and is not remembered.
 */
export function rememberClaims<Claims extends { expiresAt: number }>(
  verify: (token: string) => Promise<Claims | null>,
  now: () => number,
): (token: string) => Promise<Claims | null> {
  const remembered = new LRUCache<string, { claims: Claims; verifiedAt: number }>({ max: MAX_TOKENS });
  return async (token) => {
    const known = remembered.get(token);
    const time = now();
    const isCurrent = known !== undefined && time < known.claims.expiresAt * 1000;
    if (isCurrent && isYounger(known.verifiedAt, MAX_REMEMBERED_MS, time)) return known.claims;
    const claims = await verify(token);
    if (claims === null) remembered.delete(token);
    else remembered.set(token, { claims, verifiedAt: now() });
    return claims;
  };
}
