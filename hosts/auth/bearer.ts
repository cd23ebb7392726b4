import { createRemoteJWKSet, errors, jwtVerify, SignJWT } from "jose";
import { isUserId } from "../../core/naming/mod.ts";

/** The audience that a bearer of the cloud API names. */
const AUDIENCE = "tck-cloud";

/** Longest bearer that is looked at, in characters. */
const MAX_TOKEN_LENGTH = 8192;

/** Verifies the bearers of the cloud API. */
export interface BearerVerifier {
  /**
   * The user that a bearer stands for, or null when it is forged, expired or meant for something else.
   *
   * @throws {KeySetUnavailableError} where the keys are an identity provider's
   */
  verify(token: string): Promise<string | null>;
}

/** Thrown when an identity provider's keys cannot be had: that says nothing about the bearer. */
export class KeySetUnavailableError extends Error {
  override name = "KeySetUnavailableError";
}

/** Issues bearers, where the project holds the secret itself. */
export interface BearerIssuer {
  /** @param seconds how long the bearer is valid */
  issue(userId: string, seconds: number): Promise<string>;
}

/**
 * Bearers as JWTs signed with HS256 by a shared secret: `sub` is the user, `exp` is required, `aud` is `tck-cloud`.
 *
 * @param secret at least 32 bytes
 * @param now milliseconds since the epoch
 * @throws {RangeError} when the secret is shorter
 */
export function secretBearers(secret: Uint8Array, now: () => number): BearerVerifier & BearerIssuer {
  const key = requireLongSecret(secret);
  return {
    verify: (token) =>
      verifyWith(token, (options) => jwtVerify(token, key, { ...options, algorithms: ["HS256"] }), now),
    issue: (userId, seconds) => sign(key, userId, AUDIENCE, seconds, now),
  };
}

/**
 * Bearers as JWTs signed by an identity provider, whose keys stand at a JWKS URL.
 *
 * @param url the provider's key set
 */
export function jwksBearers(url: URL, now: () => number): BearerVerifier {
  const keys = providerKeys(url);
  const algorithms = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];
  return {
    verify: (token) =>
      verifyWith(token, (options) => jwtVerify(token, keys, { ...options, algorithms }), now),
  };
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

function providerKeys(url: URL): (...bearer: Parameters<KeySet>) => ReturnType<KeySet> {
  const keySet = createRemoteJWKSet(url, { timeoutDuration: 5000 });
  return async (...bearer) => {
    try {
      return await keySet(...bearer);
    } catch (error) {
      if (isBearersFault(error)) throw error;
      throw new KeySetUnavailableError(`Cannot take the keys of ${url.origin}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };
}

/** A bearer can name a key or an algorithm that the set does not have; all else is the provider's doing. */
function isBearersFault(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
}

interface VerifyOptions {
  audience: string;
  requiredClaims: string[];
  currentDate: Date;
}

async function verifyWith(
  token: string,
  verify: (options: VerifyOptions) => Promise<{ payload: { sub?: string } }>,
  now: () => number,
  audience = AUDIENCE,
): Promise<string | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const { payload } = await verify({
      audience,
      requiredClaims: ["exp", "sub"],
      currentDate: new Date(now()),
    });
    return payload.sub !== undefined && isUserId(payload.sub) ? payload.sub : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The audience of a web session, so that a session is no bearer and a bearer no session. */
const SESSION_AUDIENCE = "tck-session";

/** The session of the web app: a signed token that names the user. */
export interface Sessions {
  /** The user of a session token, or null. */
  verify(token: string): Promise<string | null>;
  /** A token for a user who has signed in. */
  issue(userId: string): Promise<string>;
  /** How long a session lasts, in seconds. */
  readonly lifetime: number;
}

/** Sessions signed with the same secret as the bearers, and told apart by their audience. */
export function secretSessions(secret: Uint8Array, now: () => number): Sessions {
  const key = requireLongSecret(secret);
  const lifetime = 30 * 24 * 60 * 60;
  return {
    lifetime,
    verify: (token) =>
      verifyWith(
        token,
        (options) => jwtVerify(token, key, { ...options, algorithms: ["HS256"] }),
        now,
        SESSION_AUDIENCE,
      ),
    issue: (userId) => sign(key, userId, SESSION_AUDIENCE, lifetime, now),
  };
}

async function sign(
  key: Uint8Array,
  userId: string,
  audience: string,
  seconds: number,
  now: () => number,
): Promise<string> {
  if (!isUserId(userId)) {
    throw new RangeError(
      `Cannot issue a token for user ${JSON.stringify(userId.slice(0, 80))}: not a user id`,
    );
  }
  const issuedAt = Math.floor(now() / 1000);
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(key);
}

function requireLongSecret(secret: Uint8Array): Uint8Array {
  if (secret.byteLength >= 32) return secret;
  throw new RangeError(`Cannot sign with a secret of ${secret.byteLength} bytes: at least 32 are needed`);
}
