import { rememberClaims } from "./remembered_claims.ts";
import { COMMIT_SCOPE } from "./scope_names.ts";
import { SERVICE_AUDIENCE } from "./service_credentials.ts";
import { readSecretToken, requireLongSecret, signToken } from "./token.ts";

/** A program that commits batches over HTTP, as its credential describes it. */
export interface Writer {
  /** `sub` of the credential. */
  readonly name: string;
  /** Whether the credential has the scope `tck.commit`. */
  readonly hasScope: boolean;
  /** Whether it is for a user. */
  mayWriteFor(userId: string): boolean;
}

export interface WriterCredentials {
  /**
   * @param name Who the credential is for
   * @param users The ids of the users whose batches it may write; one that ends in `*` stands for all that begin so
   * @param seconds How long it is valid
   */
  issue(name: string, users: readonly string[], seconds: number): Promise<string>;
  /** The writer of a credential, or null when it is forged, expired or has another audience. */
  verify(token: string): Promise<Writer | null>;
}

/**
 * Credentials as JWTs signed with HS256 by a secret that only the services have: `aud` is `tck-internal`, `scope` contains
 * `tck.commit`, and `users` is a list.
 *
 * @param secret at least 32 bytes
 * @throws {RangeError} when the secret is shorter
 */
export function createWriterCredentials(secret: Uint8Array, now: () => number): WriterCredentials {
  requireLongSecret(secret);
  const verify = rememberClaims((token) => readSecretToken(secret, token, SERVICE_AUDIENCE, now), now);
  return {
    issue(name, users, seconds) {
      const issuedAt = Math.floor(now() / 1000);
      const claims = { scope: COMMIT_SCOPE, users };
      const content = {
        userId: name,
        audience: SERVICE_AUDIENCE,
        issuedAt,
        expiresAt: issuedAt + seconds,
        claims,
      };
      return signToken(secret, content);
    },
    async verify(token) {
      const claims = await verify(token);
      if (claims === null) return null;
      const { userId: name, payload: { scope, users } } = claims;
      return {
        name,
        hasScope: typeof scope === "string" && scope.split(" ").includes(COMMIT_SCOPE),
        mayWriteFor: (userId) => Array.isArray(users) && users.some((user) => matches(user, userId)),
      };
    },
  };
}

function matches(pattern: unknown, userId: string): boolean {
  if (typeof pattern !== "string") return false;
  return pattern.endsWith("*") ? userId.startsWith(pattern.slice(0, -1)) : userId === pattern;
}
