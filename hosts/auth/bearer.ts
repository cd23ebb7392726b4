import { createRemoteJWKSet, errors, jwtVerify, SignJWT } from "jose";
import { CodedError, errorMessage, quote } from "../../core/errors/mod.ts";
import { isUserId } from "../../core/naming/mod.ts";

/** The audience of a bearer of the cloud API. */
const BEARER_AUDIENCE = "tck-cloud";

/** The audience of a web session, so that neither token can be used as the other. */
const SESSION_AUDIENCE = "tck-session";

const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** Longer bearers are rejected unread, in characters. */
const MAX_TOKEN_LENGTH = 8192;

const MIN_SECRET_BYTES = 32;

/** Verifies the bearers of the cloud API. */
export interface BearerVerifier {
  /**
   * The user of a bearer, or null when the bearer is forged, expired or has another audience.
   *
   * @throws {KeySetUnavailableError} when the keys are an identity provider's and cannot be fetched
   */
  verify(token: string): Promise<string | null>;
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

/** The sessions of the web app: signed tokens. */
export interface Sessions {
  /** The user of a session token, or null. */
  verify(token: string): Promise<string | null>;
  /** A token for a user who has signed in. */
  issue(userId: string): Promise<string>;
  /** How long a session lasts, in seconds. */
  readonly lifetime: number;
}

/**
 * Bearers as JWTs signed with HS256 by a shared secret: `sub` is the user, `exp` is required, `aud` is `tck-cloud`.
 *
 * @param secret at least 32 bytes
 * @param now milliseconds since the epoch
 * @throws {RangeError} when the secret is shorter
 */
export function createSecretBearers(
  secret: Uint8Array,
  now: () => number,
): BearerVerifier & BearerIssuer {
  requireLongSecret(secret);
  return {
    verify: (token) => verifySecretToken(secret, token, BEARER_AUDIENCE, now),
    issue: (userId, seconds) => sign(secret, userId, BEARER_AUDIENCE, seconds, now),
  };
}

/** Sessions signed with the same secret as the bearers, with an audience of their own. */
export function createSecretSessions(secret: Uint8Array, now: () => number): Sessions {
  requireLongSecret(secret);
  return {
    lifetime: SESSION_LIFETIME_SECONDS,
    verify: (token) => verifySecretToken(secret, token, SESSION_AUDIENCE, now),
    issue: (userId) => sign(secret, userId, SESSION_AUDIENCE, SESSION_LIFETIME_SECONDS, now),
  };
}

/**
 * Bearers as JWTs signed by an identity provider.
 *
 * @param url the provider's key set (JWKS)
 */
export function createJwksBearers(url: URL, now: () => number): BearerVerifier {
  const keys = createProviderKeys(url);
  const algorithms = ["RS256", "PS256", "ES256", "ES384", "EdDSA"];
  return {
    verify: (token) =>
      verifyToken(
        token,
        (options) => jwtVerify(token, keys, { ...options, algorithms }),
        BEARER_AUDIENCE,
        now,
      ),
  };
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

function createProviderKeys(url: URL): (...bearer: Parameters<KeySet>) => ReturnType<KeySet> {
  const keySet = createRemoteJWKSet(url, { timeoutDuration: 5000 });
  return async (...bearer) => {
    try {
      return await keySet(...bearer);
    } catch (error) {
      if (isUnknownKey(error)) throw error;
      const message = `Cannot fetch the key set of ${url.origin}: ${errorMessage(error)}`;
      throw new KeySetUnavailableError("auth.key_set_unavailable", message, { cause: error });
    }
  };
}

/** Whether the bearer refers to a key or an algorithm that the set does not have; any other error is the provider's. */
function isUnknownKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
}

function verifySecretToken(
  secret: Uint8Array,
  token: string,
  audience: string,
  now: () => number,
): Promise<string | null> {
  const algorithms = ["HS256"];
  return verifyToken(token, (options) => jwtVerify(token, secret, { ...options, algorithms }), audience, now);
}

interface VerifyOptions {
  audience: string;
  requiredClaims: string[];
  currentDate: Date;
}

async function verifyToken(
  token: string,
  verify: (options: VerifyOptions) => Promise<{ payload: { sub?: unknown } }>,
  audience: string,
  now: () => number,
): Promise<string | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const requiredClaims = ["exp", "sub"];
    const { payload } = await verify({ audience, requiredClaims, currentDate: new Date(now()) });
    return typeof payload.sub === "string" && isUserId(payload.sub) ? payload.sub : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function sign(
  secret: Uint8Array,
  userId: string,
  audience: string,
  seconds: number,
  now: () => number,
): Promise<string> {
  if (!isUserId(userId)) {
    throw new RangeError(`Cannot issue a token for user ${quote(userId)}: not a user id`);
  }
  const issuedAt = Math.floor(now() / 1000);
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(secret);
}

function requireLongSecret({ byteLength }: Uint8Array): void {
  if (byteLength >= MIN_SECRET_BYTES) return;
  throw new RangeError(
    `Cannot sign with a secret of ${byteLength} bytes: at least ${MIN_SECRET_BYTES} are needed`,
  );
}
