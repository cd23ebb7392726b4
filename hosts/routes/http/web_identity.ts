import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { IdentityProvider, IssuedSession, Session, Sessions, SignInAttempts } from "../../auth/mod.ts";
import { readAuthorization } from "./authorization.ts";
import { hiddenCookie, hostCookieName, isSecure } from "./cookies.ts";
import { readEmbedCookie } from "./embed_cookie.ts";
import { unauthenticated } from "./problem.ts";

/** The cookie of a web session. Over TLS its name has the prefix `__Host-`, and no other cookie counts. */
const SESSION_COOKIE = "tck_session";

/** What reads the session of a request. */
export interface SessionDependencies {
  /** Null when the web app has no sessions of its own. */
  sessions: Sessions | null;
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/**
 * How users sign in: `local` signs in one user without credentials, for a server that only this machine can reach;
 * `provider` leads to an identity provider; `token` requires a bearer; `none` has no sessions.
 */
export type SignIn =
  | { kind: "local"; userId: string }
  | { kind: "provider"; provider: IdentityProvider; attempts: SignInAttempts }
  | { kind: "token" }
  | { kind: "none" };

/** The path of the sign-in page that returns to another path. */
export function signInPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}

/**
 * The bearer with which a web request is forwarded to the cloud: the Authorization header, else the web session exchanged
 * for a five-minute bearer, else the cookie `embed_bearer` (lifecycle specification, §5).
 *
 * Any script of a page, a card's included, can set the cookie. It therefore counts only without a session, and only where a
 * native shell needs it: for the embedded page and for the routes that the page loads its batches and bundles from.
 *
 * @returns null when the request has none of them
 * @throws {ProblemError} `auth.unauthenticated` when one is invalid
 */
export async function resolveBearer(context: Context, deps: SessionDependencies): Promise<string | null> {
  const authorization = readAuthorization(context.req.header("Authorization"));
  if (authorization !== null) return authorization;
  const session = await readSession(context, deps);
  return session === null ? readEmbedCookie(context) : await deps.sessions!.exchange(session);
}

/** @throws {ProblemError} `auth.unauthenticated` */
export async function requireWebBearer(context: Context, deps: SessionDependencies): Promise<string> {
  const bearer = await resolveBearer(context, deps);
  if (bearer !== null) return bearer;
  throw unauthenticated("The request carries no bearer and no session: sign in at /login");
}

/**
 * The request's session, or null. It may have been ended: the storage service, which every route of a user's data asks,
 * rejects its bearer then.
 */
export async function readSession(
  context: Context,
  { sessions, appUrl }: SessionDependencies,
): Promise<Session | null> {
  const token = getCookie(context, sessionCookieName(context, appUrl));
  return token === undefined || sessions === null ? null : await sessions.read(token);
}

/** Whether the request has a session cookie, valid or not. */
export function hasSession(context: Context, appUrl: string | null): boolean {
  return getCookie(context, sessionCookieName(context, appUrl)) !== undefined;
}

/** Sends the cookie of a session that was opened or renewed. */
export function setSessionCookie(
  context: Context,
  { token, lifetime }: IssuedSession,
  appUrl: string | null,
): void {
  setCookie(context, sessionCookieName(context, appUrl), token, {
    ...hiddenCookie(isSecure(context, appUrl)),
    path: "/",
    maxAge: lifetime,
  });
}

export function clearSessionCookie(context: Context, appUrl: string | null): void {
  const secure = isSecure(context, appUrl);
  deleteCookie(context, sessionCookieName(context, appUrl), { path: "/", secure });
}

function sessionCookieName(context: Context, appUrl: string | null): string {
  return hostCookieName(SESSION_COOKIE, isSecure(context, appUrl));
}
