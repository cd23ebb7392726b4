import { rememberClaims } from "./remembered_claims.ts";
import { INTERNAL_SCOPE } from "./scope_names.ts";
import { readSecretToken, requireLongSecret, signToken } from "./token.ts";

/** The request header that carries the credential of a service, beside the bearer of the user. */
export const SERVICE_HEADER = "Tck-Service-Authorization";

/** The audience of the credential, so that no bearer and no session can be used as one. */
export const SERVICE_AUDIENCE = "tck-internal";

/** The `sub` of the credential. */
const SERVICE_SUBJECT = "tck-public-api";

const LIFETIME_SECONDS = 300;

/** A credential is replaced when it is valid for less than this, in seconds. */
const RENEWAL_SECONDS = 60;

/** Issues and verifies the credentials that the public API sends to the storage service. */
export interface ServiceCredentials {
  /** The value of the header: `Bearer` and a token that is valid for one to five minutes. */
  issue(): Promise<string>;
  /** Whether the value of the header is a valid credential with the scope `tck.internal`. */
  verify(header: string | null): Promise<boolean>;
}

/**
 * Credentials as JWTs signed with HS256 by a secret that only the services have: `aud` is `tck-internal`, `scope` is
 * `tck.internal`.
 *
 * @param secret at least 32 bytes
 * @throws {RangeError} when the secret is shorter
 */
export function createServiceCredentials(secret: Uint8Array, now: () => number): ServiceCredentials {
  requireLongSecret(secret);
  let [issued, expiresAt] = ["", 0];
  const verify = rememberClaims((token) => readSecretToken(secret, token, SERVICE_AUDIENCE, now), now);
  return {
    async issue() {
      const issuedAt = Math.floor(now() / 1000);
      if (expiresAt - issuedAt < RENEWAL_SECONDS) {
        const content = { userId: SERVICE_SUBJECT, audience: SERVICE_AUDIENCE, issuedAt };
        const until = issuedAt + LIFETIME_SECONDS;
        const claims = { scope: INTERNAL_SCOPE };
        issued = `Bearer ${await signToken(secret, { ...content, expiresAt: until, claims })}`;
        expiresAt = until;
      }
      return issued;
    },
    async verify(header) {
      const token = /^Bearer +([^ ].*)$/i.exec(header ?? "")?.[1];
      if (token === undefined) return false;
      const claims = await verify(token);
      return String(claims?.payload["scope"] ?? "").split(" ").includes(INTERNAL_SCOPE);
    },
  };
}
