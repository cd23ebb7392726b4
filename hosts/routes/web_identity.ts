import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { IdentityProvider, IssuedSession, Session, Sessions, SignInAttempts } from "../auth/mod.ts";
import { readAuthorization, readToken } from "./authorization.ts";
import { ProblemError } from "./problem.ts";

/** The cookie of a web session. */
const SESSION_COOKIE = "tck_session";

/** The cookie that a native shell sets before opening an embedded page (lifecycle specification, §5). */
const EMBED_COOKIE = "embed_bearer";

/** The paths where the cookie counts. */
const EMBED_PATHS = ["/embed/", "/api/"];

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
 * @param sessions null when the web app has no sessions of its own
 * @returns null when the request has none of them
 * @throws {ProblemError} `auth.unauthenticated` when one is invalid
 */
export async function resolveBearer(context: Context, sessions: Sessions | null): Promise<string | null> {
  const authorization = readAuthorization(context.req.header("Authorization"));
  if (authorization !== null) return authorization;
  const session = await readSession(context, sessions);
  if (session !== null) return await sessions!.exchange(session);
  const { path } = context.req;
  return EMBED_PATHS.some((prefix) => path.startsWith(prefix)) ? readEmbedCookie(context) : null;
}

/**
 * As {@linkcode resolveBearer}, for a route that requires a bearer.
 *
 * @throws {ProblemError} `auth.unauthenticated`
 */
export async function requireWebBearer(context: Context, sessions: Sessions | null): Promise<string> {
  const bearer = await resolveBearer(context, sessions);
  if (bearer !== null) return bearer;
  throw new ProblemError(
    "auth.unauthenticated",
    "The request carries no bearer and no session: sign in at /login",
  );
}

/**
 * The request's session, or null. It may have been ended: the storage service, which every route of a user's data asks,
 * rejects its bearer then.
 */
export async function readSession(context: Context, sessions: Sessions | null): Promise<Session | null> {
  const token = getCookie(context, SESSION_COOKIE);
  return token === undefined || sessions === null ? null : await sessions.read(token);
}

/** Whether the request has a session cookie, valid or not. */
export function hasSession(context: Context): boolean {
  return getCookie(context, SESSION_COOKIE) !== undefined;
}

/**
 * Sends the cookie of a session that was opened or renewed.
 *
 * @param appUrl the application's public URL; if it is https, the cookie is sent only over https
 */
export function setSessionCookie(
  context: Context,
  { token, lifetime }: IssuedSession,
  appUrl: string | null,
): void {
  setCookie(context, SESSION_COOKIE, token, {
    httpOnly: true,
    sameSite: "Lax",
    secure: new URL(appUrl ?? context.req.url).protocol === "https:",
    path: "/",
    maxAge: lifetime,
  });
}

/** Deletes the cookie of a session. */
export function clearSessionCookie(context: Context): void {
  deleteCookie(context, SESSION_COOKIE, { path: "/" });
}

/**
 * Deletes the cookie `embed_bearer` of a request, unless there is none, so that a stale one is sent only once. A cookie of
 * another path than `/` cannot be deleted by name, but has no effect on a user with a session.
 */
export function clearEmbedCookie(context: Context): void {
  const names = splitCookies(context).map(([name]) => name!.trim());
  if (names.includes(EMBED_COOKIE)) deleteCookie(context, EMBED_COOKIE, { path: "/" });
}

/** Parsed here because hono's parser skips a malformed cookie, and would take the next one of the same name. */
function readEmbedCookie(context: Context): string | null {
  const given = splitCookies(context).filter(([name]) => name!.trim() === EMBED_COOKIE);
  if (given.length > 1) {
    throw new ProblemError(
      "auth.unauthenticated",
      `Cannot choose among ${given.length} cookies named ${EMBED_COOKIE}`,
    );
  }
  return given.length === 0 ? null : readToken(given[0]!.slice(1).join("=").trim());
}

function splitCookies(context: Context): string[][] {
  return (context.req.header("Cookie") ?? "").split(";").map((pair) => pair.split("="));
}
