import { LRUCache } from "lru-cache";
import { type BearerClaims, SESSION_CLAIM, signBearer } from "./bearer.ts";
import { rememberClaims } from "./remembered_claims.ts";
import { READ_SCOPE } from "./scope_names.ts";
import { readSecretToken, readSessionId, readTime, requireLongSecret, signToken } from "./token.ts";

/** The audience of a web session, so that neither token can be used as the other. */
const SESSION_AUDIENCE = "tck-session";

/** How long a session lasts from its opening or its last renewal, in seconds. */
const SESSION_SECONDS = 12 * 60 * 60;

/** How long the bearer of a session is valid at most, in seconds. */
const EXCHANGED_BEARER_SECONDS = 300;

/** How many signed bearers are kept for a second, so that the requests of one page share them. */
const MAX_KEPT_BEARERS = 256;

/** A session of the web app. */
export interface Session {
  id: string;
  userId: string;
  /** When it was opened, in whole seconds since the epoch. A renewal does not change it. */
  openedAt: number;
  /** When it ends unless it is renewed, in whole seconds since the epoch. */
  expiresAt: number;
  /**
   * When the bearer or the sign-in at an identity provider that opened it expires, or null when there was none. No renewal
   * exceeds it.
   */
  bearerExpiresAt: number | null;
}

/** A session and the token that represents it. */
export interface IssuedSession extends Session {
  token: string;
  /** How long the token is valid, in seconds. */
  lifetime: number;
}

/**
 * The sessions of the web app: signed tokens. Whether a session was ended before its expiration is known only to
 * {@linkcode EndedSessions}, which the storage service asks for every bearer of a session.
 */
export interface Sessions {
  /** The session of a token, or null when the token is forged or expired. */
  read(token: string): Promise<Session | null>;
  /**
   * Opens a session. It does not outlive the bearer that opens it. The bearer of a session continues that session, so that
   * both end together.
   */
  open(bearer: Pick<BearerClaims, "userId"> & Partial<BearerClaims>): Promise<IssuedSession>;
  /** Renews a session that has not ended. */
  renew(session: Session): Promise<IssuedSession>;
  /** A bearer of the session's user that is valid for five minutes, and not longer than the session. */
  exchange(session: Session): Promise<string>;
}

/** The sessions that were ended before their expiration. */
export interface EndedSessions {
  /**
   * Ends a session for every server.
   *
   * @returns whether it had not been ended before; of several calls at the same time, one returns true
   */
  end(sessionId: string): Promise<boolean>;
  /** Whether the session was ended, or opened before its user was erased. */
  has(session: Pick<BearerClaims, "userId" | "sessionOpenedAt"> & { sessionId: string }): Promise<boolean>;
}

/** Sessions signed with the same secret as the bearers, with an audience of their own. */
export function createSecretSessions(secret: Uint8Array, now: () => number): Sessions {
  requireLongSecret(secret);
  const issue = async (session: Omit<Session, "expiresAt">): Promise<IssuedSession> => {
    const { id, userId, openedAt, bearerExpiresAt } = session;
    const issuedAt = Math.floor(now() / 1000);
    const expiresAt = Math.min(issuedAt + SESSION_SECONDS, bearerExpiresAt ?? Infinity);
    const claims = {
      jti: id,
      auth_time: openedAt,
      ...(bearerExpiresAt === null ? {} : { bearer_exp: bearerExpiresAt }),
    };
    const content = { userId, audience: SESSION_AUDIENCE, issuedAt, expiresAt, claims };
    const token = await signToken(secret, content);
    return { ...session, expiresAt, token, lifetime: Math.max(0, expiresAt - issuedAt) };
  };
  const readClaims = rememberClaims((token) => readSecretToken(secret, token, SESSION_AUDIENCE, now), now);
  const bearers = new LRUCache<string, Promise<string>>({ max: MAX_KEPT_BEARERS });
  return {
    async read(token) {
      const claims = await readClaims(token);
      if (claims === null) return null;
      const { userId, expiresAt, payload: { jti, auth_time, bearer_exp } } = claims;
      const id = readSessionId(jti);
      const bearerExpiresAt = typeof bearer_exp === "number" ? bearer_exp : null;
      const openedAt = readTime(auth_time) ?? 0;
      return id === null ? null : { id, userId, openedAt, expiresAt, bearerExpiresAt };
    },
    open: ({ userId, sessionId, sessionOpenedAt, expiresAt }) =>
      issue({
        id: sessionId ?? crypto.randomUUID(),
        userId,
        openedAt: sessionId ? sessionOpenedAt ?? 0 : Math.floor(now() / 1000),
        bearerExpiresAt: expiresAt ?? null,
      }),
    renew: issue,
    exchange({ id, userId, openedAt, expiresAt }) {
      const issuedAt = Math.floor(now() / 1000);
      const bearerExpiresAt = Math.min(issuedAt + EXCHANGED_BEARER_SECONDS, expiresAt);
      const content = {
        userId,
        issuedAt,
        expiresAt: bearerExpiresAt,
        claims: { [SESSION_CLAIM]: id, auth_time: openedAt, scope: READ_SCOPE },
      };
      const key = JSON.stringify(content);
      const bearer = bearers.get(key) ?? signBearer(secret, content);
      bearers.set(key, bearer);
      return bearer;
    },
  };
}
