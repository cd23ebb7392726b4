import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { BearerVerifier } from "../auth/mod.ts";
import type { Markup } from "./page.ts";
import { type PageResponseDependencies, respondPage } from "./page_response.ts";
import { ProblemError } from "./problem.ts";
import { clearEmbedCookie, endSession, type SignIn, startSession, type WebIdentity } from "./web_identity.ts";

/** What signing in works with. */
interface SignInDependencies extends PageResponseDependencies {
  identity: WebIdentity | null;
  bearers: BearerVerifier;
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/** Creates the routes `/login` and `/logout`. */
export function createSignIn(deps: SignInDependencies): Hono {
  const routes = new Hono();
  const guard = csrf({ origin: (origin, { req }) => isOwnOrigin(origin, req.url, deps.appUrl) });
  routes.use("/login", guard, bodyLimit({ maxSize: 65_536 }));
  routes.use("/logout", guard);

  routes.get("/login", async (context) => {
    const next = readNext(context.req.query("next"), context.req.url);
    if (deps.signIn.kind === "local" && deps.identity) {
      await startSession(context, deps.identity, deps.signIn.userId, deps.appUrl);
      return context.redirect(next, 302);
    }
    return respondPage(deps, context, { title: "Sign in", body: renderForm(deps.signIn, next, null) });
  });

  routes.post("/login", async (context) => {
    const identity = requireTokenSignIn(deps);
    const form = await readForm(context.req.raw);
    const next = readNext(form.get("next"), context.req.url);
    const userId = await deps.bearers.verify((form.get("token") ?? "").trim());
    if (userId === null) {
      const body = renderForm(deps.signIn, next, "This token is not valid, or no longer.");
      return respondPage(deps, context, { title: "Sign in", status: 401, body });
    }
    await startSession(context, identity, userId, deps.appUrl);
    return context.redirect(next, 303);
  });

  routes.post("/logout", (context) => {
    endSession(context);
    clearEmbedCookie(context);
    return context.redirect("/login", 303);
  });
  return routes;
}

function requireTokenSignIn({ signIn, identity }: SignInDependencies): WebIdentity {
  if (signIn.kind === "token" && identity) return identity;
  throw new ProblemError("request.forbidden", "Signing in with a token is not offered here");
}

/** Behind a proxy that terminates TLS, the browser's origin is that of the public URL. */
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

function renderForm(signIn: SignIn, next: string, error: string | null): Markup {
  if (signIn.kind === "none") {
    return html`
      <main class="page-main page-message">
        <h1>Sign in</h1>
        <p>This server takes bearers of an identity provider and has no sign-in of its own.</p>
      </main>
    `;
  }
  return html`
    <main class="page-main page-message">
      <h1>Sign in</h1>
      <p>Paste an access token. <code>deno task token --user NAME</code> prints one.</p>
      <form class="page-form" method="post" action="/login">
    <input type="hidden" name="next" value="${next}">
    <label for="token">Access token</label>
    <textarea id="token" name="token" rows="4" required autocomplete="off" spellcheck="false" ${error
      ? html`aria-invalid="true" aria-describedby="token-error"`
      : ""}></textarea>
    ${error ? html`<p id="token-error" class="page-error" role="alert">${error}</p>` : ""}
    <button class="page-button">Sign in</button>
      </form>
    </main>
  `;
}
