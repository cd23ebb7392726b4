import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import {
  type BearerClaims,
  type BearerVerifier,
  type EndedSessions,
  explainTokenTime,
  KeySetUnavailableError,
} from "../../auth/mod.ts";
import { unauthenticated, unavailable } from "./problem.ts";

/** What {@linkcode requireBearer} provides to the routes. */
export interface AuthenticatedEnv {
  Variables: {
    userId: string;
    bearer: string;
    /** When the bearer expires, in whole seconds since the epoch. */
    expiresAt: number;
    /** The session that the bearer was exchanged for, or null. */
    sessionId: string | null;
  };
}

/** Why the bearer of a session that has ended is rejected. */
export const SESSION_ENDED = "The session has ended";

/**
 * Parses the token of an `Authorization: Bearer …` header; null when there is no header.
 *
 * @throws {ProblemError} `auth.unauthenticated` when the header has another form
 */
export function readAuthorization(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^Bearer +([^ ].*)$/i.exec(header);
  if (match) return readToken(match[1]!);
  throw unauthenticated("Cannot read the Authorization header: expected Bearer and a token");
}

/**
 * Checks that a token has only the characters of RFC 6750, so that it cannot end a header.
 *
 * @throws {ProblemError} `auth.unauthenticated` for any other text, which the detail does not repeat
 */
export function readToken(text: string): string {
  if (/^[A-Za-z0-9._~+/=-]+$/.test(text)) return text;
  throw unauthenticated("Cannot read the bearer: it has characters that no token has");
}

/**
 * Lets only requests with a valid bearer through (lifecycle specification, §5).
 *
 * @param endedSessions the sessions that were ended; their bearers are rejected
 */
export function requireBearer(
  verifier: BearerVerifier,
  endedSessions?: EndedSessions,
): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const bearer = readAuthorization(context.req.header("Authorization"));
    if (bearer === null) throw unauthenticated("The request carries no Authorization header");
    const { userId, sessionId, sessionOpenedAt, expiresAt } = await verifyBearer(verifier, bearer);
    const isEnded = sessionId !== null && await endedSessions?.has({ userId, sessionId, sessionOpenedAt });
    if (isEnded) throw unauthenticated(SESSION_ENDED);
    context.set("userId", userId);
    context.set("bearer", bearer);
    context.set("expiresAt", expiresAt);
    context.set("sessionId", sessionId);
    await next();
  });
}

/** @throws {ProblemError} `auth.unauthenticated`, or `upstream.unavailable` when the keys cannot be fetched */
async function verifyBearer(verifier: BearerVerifier, bearer: string): Promise<BearerClaims> {
  const claims = await verifier.verify(bearer).catch((error) => {
    if (!(error instanceof KeySetUnavailableError)) throw error;
    throw unavailable("Cannot fetch the keys of the identity provider", { cause: error });
  });
  if (claims !== null) return claims;
  const reason = explainTokenTime(bearer, Date.now());
  throw unauthenticated(`The bearer is not valid${reason === null ? " or has expired" : `: ${reason}`}`);
}
