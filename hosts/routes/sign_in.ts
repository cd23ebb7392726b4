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
}

/** `/login` and `/logout`. */
export function createSignIn(ports: SignInPorts): Hono {
  const routes = new Hono();
  routes.use("/login", csrf(), bodyLimit({ maxSize: 65_536 }));
  routes.use("/logout", csrf());

  routes.get("/login", async (context) => {
    const next = readNext(context.req.query("next"), context.req.url);
    if (ports.signIn.kind === "local" && ports.identity) {
      await startSession(context, ports.identity, ports.signIn.userId);
      return context.redirect(next, 302);
    }
    return respondPage(ports, context, { title: "Sign in", body: renderForm(ports.signIn, next, null) });
  });

  routes.post("/login", async (context) => {
    const identity = requireTokenSignIn(ports);
    const form = await context.req.formData();
    const next = readNext(String(form.get("next") ?? "/"), context.req.url);
    const userId = await ports.bearers.verify(String(form.get("token") ?? "").trim());
    if (userId === null) {
      const body = renderForm(ports.signIn, next, "This token is not valid, or no longer.");
      return respondPage(ports, context, { title: "Sign in", status: 401, body });
    }
    await startSession(context, identity, userId);
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

/** Only a path of this very origin is followed: another site must not be where a sign-in leads. */
function readNext(next: string | undefined, requestUrl: string): string {
  const { origin } = new URL(requestUrl);
  const target = URL.parse(next ?? "/", origin);
  return target?.origin === origin ? `${target.pathname}${target.search}` : "/";
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
