import type { Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import {
  ATTEMPT_SECONDS,
  buildSignInEvent,
  CALLBACK_PATH,
  type IdentityProvider,
  type Session,
  type Sessions,
  SIGNED_OUT_PATH,
  SignInError,
} from "../../../auth/mod.ts";
import { hiddenCookie, hostCookieName, isSecure } from "../../http/cookies.ts";
import { FAILURE_TEXTS, failureKindOf, type FailureText, LINK_TEXTS } from "../failures/failure_texts.ts";
import { type Message, MESSAGE_CLASS, renderMessage } from "../failures/message_page.ts";
import type { PageLanguage } from "../page.ts";
import { languageOf, type PageResponseDependencies, respondPage } from "../page_response.ts";
import { ProblemError, PROBLEMS, toProblem } from "../../http/problem.ts";
import { endSession } from "./session_end.ts";
import type { Upstream } from "../../http/upstream.ts";
import { setSessionCookie, type SignIn, signInPath } from "../../http/web_identity.ts";

export interface ProviderSignInDependencies extends PageResponseDependencies {
  signIn: Extract<SignIn, { kind: "provider" }>;
  /** The public API, which forwards the use of an attempt to the storage service. */
  cloud: Upstream;
  sessions: Sessions;
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/** The cookie of a sign-in begins with this and ends with its state, so that each tab can begin its own. */
const ATTEMPT_COOKIE = "tck_sign_in_";

/** The most sign-ins that one browser may have begun. */
const MAX_ATTEMPTS = 8;

/** A longer path to return to is not stored, in characters: with all attempts, a request would be too large. */
const MAX_NEXT_LENGTH = 512;

/** The cookie of the ID token, which is sent only to `/logout`. */
const ID_TOKEN_COOKIE = "tck_id_token";

/** A longer ID token is not stored: browsers limit a cookie to 4,096 bytes. */
const MAX_ID_TOKEN_LENGTH = 3500;

/** The pages of signing out. */
const TEXTS: {
  readonly [language in PageLanguage]: { signedOut: FailureText; signingOut: FailureText; finish: string };
} = {
  en: {
    signedOut: { title: "Signed out", text: "You are signed out." },
    signingOut: { title: "Signing out", text: "You are signed out here." },
    finish: "Sign out where you signed in, too",
  },
  de: {
    signedOut: { title: "Abgemeldet", text: "Du bist abgemeldet." },
    signingOut: { title: "Abmeldung", text: "Hier bist du abgemeldet." },
    finish: "Auch dort abmelden, wo du dich angemeldet hast",
  },
};

/** Adds the routes that the provider leads back to: {@linkcode CALLBACK_PATH} and {@linkcode SIGNED_OUT_PATH}. */
export function addProviderRoutes(routes: Hono, deps: ProviderSignInDependencies): void {
  routes.get(CALLBACK_PATH, (context) => finishSignIn(deps, context));
  routes.get(SIGNED_OUT_PATH, (context) => {
    const { signedOut } = TEXTS[languageOf(context)];
    const link = html`<a href="/login">${LINK_TEXTS[languageOf(context)].signIn}</a>`;
    return respondMessage(deps, context, { ...signedOut, link });
  });
}

/** Sends the browser to the provider. What belongs to this sign-in is in a cookie of this browser. */
export async function beginSignIn(
  deps: ProviderSignInDependencies,
  context: Context,
  next: string,
): Promise<Response> {
  try {
    const { url, secrets } = await deps.signIn.provider.begin();
    const { prefix, options } = attemptCookies(context, deps);
    deleteOldAttempts(context, deps);
    const kept = next.length > MAX_NEXT_LENGTH ? "/" : next;
    const attempt = await deps.signIn.attempts.seal({ ...secrets, next: kept });
    setCookie(context, prefix + cookieSuffix(secrets.state), attempt, {
      ...options,
      maxAge: ATTEMPT_SECONDS,
    });
    context.header("Cache-Control", "no-store");
    return context.redirect(url.href, 302);
  } catch (error) {
    return await respondSignInFailure(deps, context, error, next);
  }
}

/**
 * Leads the browser to the provider to sign out there as well. The page in between is needed because browsers apply
 * `form-action` to the redirects of a form too.
 */
export async function signOutAtProvider(
  deps: ProviderSignInDependencies,
  context: Context,
): Promise<Response> {
  const { name, options } = idTokenCookie(context, deps);
  const idToken = getCookie(context, name) ?? null;
  deleteCookie(context, name, options);
  const url = await findSignOutUrl(deps.signIn.provider, idToken);
  if (url === null) return context.redirect(SIGNED_OUT_PATH, 303);
  const { signingOut, finish } = TEXTS[languageOf(context)];
  const link = html`<a href="${url.href}">${finish}</a>`;
  const response = keepCookies(context, await respondMessage(deps, context, { ...signingOut, link }));
  response.headers.set("Refresh", `0; url=${url.href}`);
  return response;
}

async function findSignOutUrl(provider: IdentityProvider, idToken: string | null): Promise<URL | null> {
  try {
    return await provider.signOutUrl(idToken);
  } catch (error) {
    if (error instanceof SignInError) return null;
    throw error;
  }
}

async function finishSignIn(deps: ProviderSignInDependencies, context: Context): Promise<Response> {
  const parameters = new URL(context.req.url).searchParams;
  const { prefix, options } = attemptCookies(context, deps);
  const name = prefix + cookieSuffix(parameters.get("state") ?? "");
  const attempt = await deps.signIn.attempts.open(getCookie(context, name) ?? "");
  deleteCookie(context, name, options);
  try {
    if (attempt === null || attempt.state !== parameters.get("state")) {
      const message = "Cannot sign in: this browser has not begun this sign-in, or more than ten minutes ago";
      throw new SignInError("auth.sign_in_expired", message);
    }
    const { userId, idToken, expiresAt } = await deps.signIn.provider.finish(parameters, attempt);
    const session = await deps.sessions.open({ userId, expiresAt });
    await useAttempt(deps, { ...session, id: attempt.id });
    setSessionCookie(context, session, deps.appUrl);
    deps.log(buildSignInEvent(session));
    storeIdToken(context, idToken, deps);
    context.header("Cache-Control", "no-store");
    return context.redirect(attempt.next, 302);
  } catch (error) {
    return await respondSignInFailure(deps, context, error, attempt?.next ?? "/");
  }
}

/**
 * Uses an attempt, for all servers: only the storage service has a database, which records ended sessions.
 *
 * @throws {SignInError} `auth.sign_in_expired` when it was used before
 */
async function useAttempt(
  { cloud, sessions }: ProviderSignInDependencies,
  attempt: Session,
): Promise<void> {
  const bearer = await sessions.exchange(attempt);
  if (await endSession(cloud, bearer)) return;
  throw new SignInError("auth.sign_in_expired", "Cannot sign in: this sign-in was used before");
}

function storeIdToken(context: Context, idToken: string, deps: ProviderSignInDependencies): void {
  if (idToken.length > MAX_ID_TOKEN_LENGTH) return;
  const { name, options } = idTokenCookie(context, deps);
  setCookie(context, name, idToken, options);
}

/** Responds with a page that states the error's code and offers to sign in again. */
async function respondSignInFailure(
  deps: ProviderSignInDependencies,
  context: Context,
  error: unknown,
  next: string,
): Promise<Response> {
  if (!(error instanceof SignInError)) throw error;
  const { code } = toProblem(new ProblemError(error.code, error.message, { cause: error.cause }), deps.log);
  const status = PROBLEMS.statusOf(code);
  const language = languageOf(context);
  const link = html`<a href="${signInPath(next)}">${LINK_TEXTS[language].signInAgain}</a>`;
  const message = { ...FAILURE_TEXTS[language][failureKindOf(code, status)], link, code };
  return keepCookies(context, await respondMessage(deps, context, message, status));
}

async function respondMessage(
  deps: ProviderSignInDependencies,
  context: Context,
  message: Message,
  status = 200,
): Promise<Response> {
  const { title } = message;
  const page = { title, status, mainClass: MESSAGE_CLASS, body: renderMessage(message) };
  return await respondPage(deps, context, page);
}

/** A page is a response of its own, to which the cookies that the route has set must be added. */
function keepCookies(context: Context, response: Response): Response {
  for (const cookie of context.res.headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** The state is the provider's to repeat, so only characters that a cookie's name may have are used of it. */
function cookieSuffix(state: string): string {
  return state.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(0, 64);
}

/** A browser that restores many tabs begins many sign-ins. Their cookies must not make the next request too large. */
function deleteOldAttempts(context: Context, deps: ProviderSignInDependencies): void {
  const { prefix, options } = attemptCookies(context, deps);
  const names = Object.keys(getCookie(context)).filter((name) => name.startsWith(prefix));
  for (const name of names.slice(0, Math.max(0, names.length - MAX_ATTEMPTS + 1))) {
    deleteCookie(context, name, options);
  }
}

/**
 * Over TLS, no other host of the domain can set a cookie of its own attempt, which would sign the user in as somebody
 * else.
 */
function attemptCookies(context: Context, { appUrl }: ProviderSignInDependencies) {
  const secure = isSecure(context, appUrl);
  const options = { ...hiddenCookie(secure), path: secure ? "/" : "/login" };
  return { prefix: hostCookieName(ATTEMPT_COOKIE, secure), options };
}

/** A cookie for one path cannot have the prefix `__Host-`. It is too large for every request. */
function idTokenCookie(context: Context, { appUrl }: ProviderSignInDependencies) {
  const secure = isSecure(context, appUrl);
  const name = secure ? `__Secure-${ID_TOKEN_COOKIE}` : ID_TOKEN_COOKIE;
  return { name, options: { ...hiddenCookie(secure), path: "/logout" } };
}
