import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import type { BearerVerifier } from "../auth/mod.ts";
import type { Markup } from "./page.ts";
import { type PageResponsePorts, respondPage } from "./page_response.ts";
import { ProblemError } from "./problem.ts";
import { endSession, type SignIn, startSession, type WebIdentity } from "./web_identity.ts";

/** What the sign-in needs. */
export interface SignInPorts extends PageResponsePorts {
  identity: WebIdentity | null;
  bearers: BearerVerifier;
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/** `/login` and `/logout`. */
export function createSignIn(ports: SignInPorts): Hono {
  const routes = new Hono();
  const guard = csrf({ origin: (origin, { req }) => isOwnOrigin(origin, req.url, ports.appUrl) });
  routes.use("/login", guard, bodyLimit({ maxSize: 65_536 }));
  routes.use("/logout", guard);

  routes.get("/login", async (context) => {
    const next = readNext(context.req.query("next"), context.req.url);
    if (ports.signIn.kind === "local" && ports.identity) {
      await startSession(context, ports.identity, ports.signIn.userId, ports.appUrl);
      return context.redirect(next, 302);
    }
    return respondPage(ports, context, { title: "Sign in", body: renderForm(ports.signIn, next, null) });
  });

  routes.post("/login", async (context) => {
    const identity = requireTokenSignIn(ports);
    const form = await readForm(context.req.raw);
    const next = readNext(form.get("next"), context.req.url);
    const userId = await ports.bearers.verify((form.get("token") ?? "").trim());
    if (userId === null) {
      const body = renderForm(ports.signIn, next, "This token is not valid, or no longer.");
      return respondPage(ports, context, { title: "Sign in", status: 401, body });
    }
    await startSession(context, identity, userId, ports.appUrl);
    return context.redirect(next, 303);
  });

  routes.post("/logout", (context) => {
    endSession(context);
    return context.redirect("/login", 303);
  });
  return routes;
}

function requireTokenSignIn({ signIn, identity }: SignInPorts): WebIdentity {
  if (signIn.kind === "token" && identity) return identity;
  throw new ProblemError("request.forbidden", "Signing in with a token is not offered here");
}

/** Behind a proxy that ends TLS, the browser knows the application by its public URL. */
function isOwnOrigin(origin: string, requestUrl: string, appUrl: string | null): boolean {
  return [requestUrl, appUrl].some((url) => url !== null && new URL(url).origin === origin);
}

/** The fields that are texts, of a form in either of the encodings that browsers send. */
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
 * Only a path of this very origin is followed: another site must not be where a sign-in leads. A path that begins with
 * two slashes, such as that of `/.//example.com`, would name a host again.
 */
function readNext(next: string | null | undefined, requestUrl: string): string {
  const { origin } = new URL(requestUrl);
  const target = URL.parse(next ?? "/", origin);
  const isOwnPath = target?.origin === origin && !target.pathname.startsWith("//");
  return isOwnPath ? `${target.pathname}${target.search}` : "/";
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
