import { errors, jwtVerify, type JWTVerifyOptions, SignJWT } from "jose";
import { quote } from "../../core/errors/mod.ts";
import { isUserId } from "../../core/naming/mod.ts";

/** Longer tokens are rejected unread, in characters. */
const MAX_TOKEN_LENGTH = 8192;

const MIN_SECRET_BYTES = 32;

/** What a valid token states. */
export interface TokenClaims {
  userId: string;
  /** `exp`, in whole seconds since the epoch. */
  expiresAt: number;
  payload: { readonly [claim: string]: unknown };
}

/** A token to sign. Its other claims are added to the standard ones. */
export interface TokenContent {
  userId: string;
  audience: string;
  issuedAt: number;
  expiresAt: number;
  claims?: { readonly [claim: string]: unknown };
}

interface VerifiedToken {
  payload: { readonly [claim: string]: unknown };
  protectedHeader: { readonly [field: string]: unknown };
}

/** The types of tokens that state who sends a request. Those of others (`logout+jwt`) are signed with the same keys. */
const TOKEN_TYPES = ["jwt", "at+jwt"];

/** A media type's `application/` may be left out (RFC 7515, §4.1.9), and so may the type. */
function isTokenType(type: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === "string" && TOKEN_TYPES.includes(type.toLowerCase().replace(/^application\//, ""));
}

/**
 * The claims of a token, or null when it is forged, expired, of another audience or of another type.
 *
 * @param audience the accepted audiences, of which the token must have one
 * @param userClaim the claim that is the user
 */
export async function readToken(
  token: string,
  audience: string | readonly string[],
  now: () => number,
  verify: (options: JWTVerifyOptions) => Promise<VerifiedToken>,
  userClaim = "sub",
): Promise<TokenClaims | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const requiredClaims = ["exp", userClaim];
    const expected = [audience].flat();
    const { payload, protectedHeader } = await verify({
      audience: expected,
      requiredClaims,
      currentDate: new Date(now()),
    });
    if (!isTokenType(protectedHeader["typ"])) return null;
    const { [userClaim]: userId, exp } = payload;
    if (typeof userId !== "string" || !isUserId(userId)) return null;
    if (userClaim === "email" && payload["email_verified"] !== true) return null;
    return { userId, expiresAt: Math.floor(exp as number), payload };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Reads a token that is signed with a secret, as {@linkcode readToken} does. */
export function readSecretToken(
  secret: Uint8Array,
  token: string,
  audience: string,
  now: () => number,
): Promise<TokenClaims | null> {
  const algorithms = ["HS256"];
  return readToken(token, audience, now, (options) => jwtVerify(token, secret, { ...options, algorithms }));
}

export async function signToken(secret: Uint8Array, content: TokenContent): Promise<string> {
  const { userId, audience, issuedAt, expiresAt, claims } = content;
  if (!isUserId(userId)) {
    throw new RangeError(`Cannot issue a token for user ${quote(userId)}: not a user id`);
  }
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(secret);
}

/** The id of a session in a claim, or null when it is not one. */
export function readSessionId(claim: unknown): string | null {
  return typeof claim === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(claim)
    ? claim
    : null;
}

/** A time in a claim, in seconds since the epoch, or null when it is not one. */
export function readTime(claim: unknown): number | null {
  return typeof claim === "number" && claim >= 0 && claim <= MAX_TIME ? claim : null;
}

/** The last second of the year 9999. */
const MAX_TIME = 253_402_300_799;

/** @throws {RangeError} when the secret is too short to sign with */
export function requireLongSecret({ byteLength }: Uint8Array): void {
  if (byteLength >= MIN_SECRET_BYTES) return;
  throw new RangeError(
    `Cannot sign with a secret of ${byteLength} bytes: at least ${MIN_SECRET_BYTES} are needed`,
  );
}
