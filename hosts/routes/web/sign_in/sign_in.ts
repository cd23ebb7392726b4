import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { type BearerVerifier, buildSignInEvent, type Sessions } from "../../../auth/mod.ts";
import { clearEmbedCookie } from "../../http/embed_cookie.ts";
import { ProblemError, unauthenticated } from "../../http/problem.ts";
import { ISOLATION_HEADERS } from "../../http/response_headers.ts";
import { fetchUpstreamJson, type Upstream } from "../../http/upstream.ts";
import { clearSessionCookie, readSession, setSessionCookie, type SignIn } from "../../http/web_identity.ts";
import { MESSAGE_CLASS, renderMessage } from "../failures/message_page.ts";
import type { Markup, PageLanguage } from "../page.ts";
import { languageOf, type Page, type PageResponseDependencies, respondPage } from "../page_response.ts";
import {
  addProviderRoutes,
  beginSignIn,
  type ProviderSignInDependencies,
  signOutAtProvider,
} from "./provider_sign_in.ts";
import { endSession, SESSION_URL } from "./session_end.ts";

/** Where a page renews its session. */
export const RENEWAL_PATH = "/session/renew";

/** The largest form of a sign-in, in bytes. */
const MAX_FORM_BYTES = 65_536;

interface SignInDependencies extends PageResponseDependencies {
  /** The public API, which forwards the end of a session to the storage service. */
  cloud: Upstream;
  sessions: Sessions | null;
  bearers: BearerVerifier;
}

/** Creates the routes `/login` and those that an identity provider leads back to, `/logout`, and {@linkcode RENEWAL_PATH}. */
export function createSignIn(deps: SignInDependencies): Hono {
  const routes = new Hono();
  const guard = csrf({ origin: (origin, { req }) => isOwnOrigin(origin, req.url, deps.appUrl) });
  routes.use("/login", guard, bodyLimit({ maxSize: MAX_FORM_BYTES }));
  routes.use("/logout", guard);
  routes.use(RENEWAL_PATH, guard);

  if (usesProvider(deps)) addProviderRoutes(routes, deps);

  routes.get("/login", async (context) => {
    const next = readNext(context.req.query("next"), context.req.url);
    if (deps.signIn.kind === "local" && deps.sessions) {
      const session = await deps.sessions.open({ userId: deps.signIn.userId });
      setSessionCookie(context, session, deps.appUrl);
      deps.log(buildSignInEvent(session));
      return context.redirect(next, 302);
    }
    if (usesProvider(deps)) return beginSignIn(deps, context, next);
    return respondPage(deps, context, describeSignIn(deps.signIn, next, languageOf(context)));
  });

  routes.post("/login", async (context) => {
    const sessions = requireTokenSignIn(deps);
    const form = await readForm(context.req.raw);
    const next = readNext(form.get("next"), context.req.url);
    const bearer = await deps.bearers.verify((form.get("token") ?? "").trim());
    if (bearer === null) {
      const page = describeSignIn(deps.signIn, next, languageOf(context), { isRejected: true });
      return respondPage(deps, context, { ...page, status: 401 });
    }
    const session = await sessions.open(bearer);
    setSessionCookie(context, session, deps.appUrl);
    deps.log(buildSignInEvent(session));
    return context.redirect(next, 303);
  });

  routes.post("/logout", async (context) => {
    const session = await readSession(context, deps);
    if (session) await endSession(deps.cloud, await deps.sessions!.exchange(session));
    clearSessionCookie(context, deps.appUrl);
    clearEmbedCookie(context);
    return usesProvider(deps) ? signOutAtProvider(deps, context) : context.redirect("/login", 303);
  });

  routes.post(RENEWAL_PATH, async (context) => {
    const session = await readSession(context, deps);
    if (!session) throw unauthenticated("The request has no session: sign in at /login");
    const bearer = await deps.sessions!.exchange(session);
    await fetchUpstreamJson(deps.cloud, { path: SESSION_URL, bearer });
    const renewed = await deps.sessions!.renew(session);
    setSessionCookie(context, renewed, deps.appUrl);
    const expiresAt = new Date(renewed.expiresAt * 1000).toISOString();
    return context.json({ expiresAt }, 200, { ...ISOLATION_HEADERS, "Cache-Control": "no-store" });
  });
  return routes;
}

function usesProvider(deps: SignInDependencies): deps is SignInDependencies & ProviderSignInDependencies {
  return deps.signIn.kind === "provider" && deps.sessions !== null;
}

function requireTokenSignIn({ signIn, sessions }: SignInDependencies): Sessions {
  if (signIn.kind === "token" && sessions) return sessions;
  throw new ProblemError("request.forbidden", "Signing in with a token is not offered here");
}

/**
 * Whether an origin is this app's. Behind a proxy that terminates TLS, the browser's origin is that of the public
 * URL.
 */
function isOwnOrigin(origin: string, requestUrl: string, appUrl: string | null): boolean {
  return [requestUrl, appUrl].some((url) => url !== null && new URL(url).origin === origin);
}

/** Reads the text fields of a form, in either of the encodings that browsers send. */
async function readForm(request: Request): Promise<URLSearchParams> {
  try {
    const fields = [...await request.formData()];
    return new URLSearchParams(
      fields.filter((field): field is [string, string] => typeof field[1] === "string"),
    );
  } catch (error) {
    throw new ProblemError("request.malformed", "Cannot read the body: expected a form", { cause: error });
  }
}

/**
 * The path to open after signing in. A sign-in must not lead to another site, so the URL must have this origin, and its
 * path must not begin with two slashes, as that of `/.//example.com` does: a browser would take what follows for a host.
 */
function readNext(next: string | null | undefined, requestUrl: string): string {
  const { origin } = new URL(requestUrl);
  const target = URL.parse(next ?? "/", origin);
  const isOwnPath = target?.origin === origin && !target.pathname.startsWith("//");
  return isOwnPath ? `${target.pathname}${target.search}${target.hash}` : "/";
}

interface Texts {
  title: string;
  description: string;
  token: string;
  rejected: string;
  elsewhere: string;
}

const TEXTS: { readonly [language in PageLanguage]: Texts } = {
  en: {
    title: "Sign in",
    description: "Paste the access token that you were given.",
    token: "Access token",
    rejected: "This token is not valid or has expired.",
    elsewhere: "You cannot sign in here, but only in the application that shows these pages.",
  },
  de: {
    title: "Anmelden",
    description: "Füge das Zugriffstoken ein, das du bekommen hast.",
    token: "Zugriffstoken",
    rejected: "Dieses Token ist nicht gültig oder abgelaufen.",
    elsewhere: "Hier kannst du dich nicht anmelden, sondern nur in der Anwendung, die diese Seiten zeigt.",
  },
};

/** The page on which a reader signs in with a token, if there is that way. */
function describeSignIn(
  signIn: SignIn,
  next: string,
  language: PageLanguage,
  { isRejected = false } = {},
): Page {
  const { title, description, elsewhere } = TEXTS[language];
  const isForm = signIn.kind !== "none";
  const body = isForm ? renderForm(next, language, isRejected) : renderMessage({ title, text: elsewhere });
  return { title, description: isForm ? description : elsewhere, mainClass: MESSAGE_CLASS, body };
}

function renderForm(next: string, language: PageLanguage, isRejected: boolean): Markup {
  const { title, description, token, rejected } = TEXTS[language];
  const invalid = isRejected ? html`aria-invalid="true" aria-describedby="token-error"` : "";
  return html`
    <h1>${title}</h1>
    <p>${description}</p>
    <form class="page-form" method="post" action="/login">
      <input type="hidden" name="next" value="${next}">
      <label for="token">${token}</label>
      <textarea id="token" class="page-input" name="token" rows="4" required autocomplete="off" spellcheck="false" ${invalid}></textarea>
      ${isRejected ? html`<p id="token-error" class="page-error" role="alert">${rejected}</p>` : ""}
      <button class="page-button">${title}</button>
    </form>
  `;
}
