import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import { CodedError, errorMessageWithCauses } from "../../core/errors/mod.ts";
import { isYounger } from "../time/mod.ts";
import { fetchLimited } from "./fetch_limited.ts";
import { READ_SCOPE } from "./scope_names.ts";
import { rememberClaims } from "./remembered_claims.ts";
import {
  readSecretToken,
  readSessionId,
  readTime,
  readToken,
  requireLongSecret,
  signToken,
  type TokenClaims,
  type TokenContent,
} from "./token.ts";

export const BEARER_AUDIENCE = "tck-cloud";

/** The claim that contains the id of the session that a bearer was exchanged for. */
export const SESSION_CLAIM = "tck_sid";

/** What a valid bearer states. */
export interface BearerClaims {
  userId: string;
  /** In whole seconds since the epoch. */
  expiresAt: number;
  /** The session that the bearer was exchanged for, or null. */
  sessionId: string | null;
  /** When that session was opened, in seconds since the epoch; null when it is not known. */
  sessionOpenedAt: number | null;
  /** The scopes of the claims `scope` (RFC 8693, §4.2) and `scp`. */
  scopes: readonly string[];
}

/** Verifies the bearers of the cloud API. A valid one is remembered until it expires, for five minutes at most. */
export interface BearerVerifier {
  /**
   * The claims of a bearer, or null when the bearer is forged, expired or has another audience.
   *
   * @throws {KeySetUnavailableError} when the keys are an identity provider's and cannot be fetched
   */
  verify(token: string): Promise<BearerClaims | null>;
}

/** The keys of an identity provider cannot be fetched, so a bearer cannot be verified. */
export class KeySetUnavailableError extends CodedError<"auth.key_set_unavailable"> {
  override readonly name = "KeySetUnavailableError";
}

/** Issues bearers, where this service has the secret. */
export interface BearerIssuer {
  /** @param seconds how long the bearer is valid */
  issue(userId: string, seconds: number): Promise<string>;
}

/**
 * Bearers as JWTs signed with HS256 by a shared secret: `sub` is the user, `exp` is required, `aud` is `tck-cloud`.
 *
 * @param secret at least 32 bytes
 * @throws {RangeError} when the secret is shorter
 */
export function createSecretBearers(
  secret: Uint8Array,
  now: () => number,
): BearerVerifier & BearerIssuer {
  requireLongSecret(secret);
  const verify = async (token: string) =>
    claimsOf(await readSecretToken(secret, token, BEARER_AUDIENCE, now));
  return {
    verify: rememberClaims(verify, now),
    issue(userId, seconds) {
      const issuedAt = Math.floor(now() / 1000);
      const content = { userId, issuedAt, expiresAt: issuedAt + seconds, claims: { scope: READ_SCOPE } };
      return signBearer(secret, content);
    },
  };
}

export function signBearer(secret: Uint8Array, content: Omit<TokenContent, "audience">): Promise<string> {
  return signToken(secret, { ...content, audience: BEARER_AUDIENCE });
}

/** The algorithms of an identity provider. All have a public key, so that no key of the set is a secret. */
const PROVIDER_ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];

/** How far the provider's clock may differ from this machine's, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** How often the key set is fetched at most because of an unknown key id, in milliseconds. */
const KEY_SET_COOLDOWN_MS = 30_000;

/** How long the provider may take to send the key set, in milliseconds. */
const KEY_SET_TIMEOUT_MS = 5_000;

/** How long a fetch that failed counts for every bearer, in milliseconds: no other is tried meanwhile. */
const KEY_SET_FAILURE_MS = 5_000;

/** How long a key set is used before it is fetched again, in milliseconds. */
const KEY_SET_MAX_AGE_MS = 600_000;

/** The claims that the bearers of an identity provider must have. */
export interface ProviderRules {
  /** The required `iss`. @default any, since the keys are the provider's */
  issuer?: string | undefined;
  /** The audiences, of which `aud` has one. @default tck-cloud */
  audiences?: readonly string[];
  /** The claim that is the user. @default "sub" */
  userClaim?: string;
}

/**
 * Bearers as JWTs signed by an identity provider. An unknown key id fetches the key set again, so that the provider can
 * replace its keys. The clocks may differ by 30 seconds.
 *
 * @param url the provider's key set (JWKS)
 */
export function createJwksBearers(
  url: URL,
  now: () => number,
  { issuer, audiences = [BEARER_AUDIENCE], userClaim }: ProviderRules = {},
): BearerVerifier {
  const keys = createProviderKeys(url);
  const required = {
    algorithms: PROVIDER_ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    ...(issuer === undefined ? {} : { issuer }),
  };
  const verify = async (token: string) =>
    claimsOf(
      await readToken(
        token,
        audiences,
        now,
        (options) => jwtVerify(token, keys, { ...options, ...required }),
        userClaim,
      ),
    );
  return { verify: rememberClaims(verify, now) };
}

function claimsOf(claims: TokenClaims | null): BearerClaims | null {
  if (claims === null) return null;
  const { userId, expiresAt, payload } = claims;
  const scopes = [...readScopes(payload["scope"]), ...readScopes(payload["scp"])];
  return {
    userId,
    expiresAt,
    sessionId: readSessionId(payload[SESSION_CLAIM]),
    sessionOpenedAt: readTime(payload["auth_time"]),
    scopes,
  };
}

/** Scopes are separated by spaces; some providers send an array. */
function readScopes(claim: unknown): string[] {
  if (typeof claim === "string") return claim.split(" ").filter((scope) => scope !== "");
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === "string") : [];
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** The key set; while its fetch has just failed, a bearer whose key is not known fails without another one. */
function createProviderKeys(url: URL): (...bearer: Parameters<KeySet>) => ReturnType<KeySet> {
  let failure: { readonly error: unknown; readonly at: number } | null = null;
  const keySet = createRemoteJWKSet(url, {
    timeoutDuration: KEY_SET_TIMEOUT_MS,
    cooldownDuration: KEY_SET_COOLDOWN_MS,
    cacheMaxAge: KEY_SET_MAX_AGE_MS,
    [customFetch]: async (...request) => {
      // Measured by the clock of the library's own cooldown.
      if (failure && isYounger(failure.at, KEY_SET_FAILURE_MS, Date.now())) throw failure.error;
      return await fetchLimited(...request);
    },
  });
  return async (...bearer) => {
    try {
      return requireLongKey(await keySet(...bearer), url);
    } catch (error) {
      if (isUnknownKey(error) || error instanceof KeySetUnavailableError) throw error;
      if (error !== failure?.error) failure = { error, at: Date.now() };
      const message = `Cannot fetch the key set of ${url.origin}: ${errorMessageWithCauses(error)}`;
      throw new KeySetUnavailableError("auth.key_set_unavailable", message, { cause: error });
    }
  };
}

/** @throws {KeySetUnavailableError} for an RSA key that is too short to be safe (RFC 7518, section 3.3) */
function requireLongKey<Key extends CryptoKey>(key: Key, { origin }: URL): Key {
  const { modulusLength = MIN_RSA_BITS } = key.algorithm as Partial<RsaHashedKeyAlgorithm>;
  if (modulusLength >= MIN_RSA_BITS) return key;
  const message =
    `Cannot use a key of the key set of ${origin}: it has ${modulusLength} bits, and RSA keys need ${MIN_RSA_BITS}; let the identity provider publish a longer one`;
  throw new KeySetUnavailableError("auth.key_set_unavailable", message);
}

const MIN_RSA_BITS = 2_048;

/** Fetches a key set once, as for a bearer, and throws if it has no keys. */
export async function checkKeySet(url: URL): Promise<void> {
  const keySet = createRemoteJWKSet(url, {
    timeoutDuration: KEY_SET_TIMEOUT_MS,
    [customFetch]: fetchLimited,
  });
  await keySet.reload();
  if (keySet.jwks()!.keys.length === 0) throw new Error("it answers without keys");
}

/** Whether the bearer refers to a key or an algorithm that the set does not have; any other error is the provider's. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
}
