import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { PAGE_LANGUAGES, type PageFrame, type PageLanguage, type PageTheme, renderPage } from "./page.ts";
import { createNonce, pageHeaders } from "./page_policy.ts";
import { CHALLENGE, describeProblem, toProblem } from "./problem.ts";
import { hasSession, type SignIn } from "./web_identity.ts";

/** What answering with a page needs. */
export interface PageResponsePorts {
  signIn: SignIn;
  log: (message: string, error: unknown) => void;
}

/** What a route gives; the rest of the frame comes from the request. */
export type Page = Pick<PageFrame, "title" | "body" | "canvas"> & {
  /** Whether the application's header is shown; a page without it may be framed. @default true */
  header?: boolean;
  /** @default 200 */
  status?: number;
};

/** Answers with a page in the request's language and theme. */
export async function respondPage(ports: PageResponsePorts, context: Context, page: Page): Promise<Response> {
  const nonce = createNonce();
  const header = page.header ?? true;
  const markup = await renderPage({
    ...page,
    language: languageOf(context),
    theme: themeOf(context),
    nonce,
    header,
    signOut: ports.signIn.kind === "token" && hasSession(context),
  });
  const status = page.status ?? 200;
  const headers = { ...pageHeaders(nonce, !header), ...(status === 401 ? CHALLENGE : {}) };
  return new Response(String(markup), { status, headers });
}

/** Answers whatever a page's route threw with a page that says what went wrong. */
export function renderFailure(ports: PageResponsePorts, context: Context, error: unknown): Promise<Response> {
  const { code, detail } = toProblem(error, ports.log);
  const { status, title } = describeProblem(code, detail);
  const way = code === "auth.unauthenticated"
    ? html`<a href="/login">Sign in</a>`
    : html`<a href="/">All pages</a>`;
  return respondPage(ports, context, {
    title,
    status,
    body: html`
      <main class="page-main page-message">
        <h1>${title}</h1>
        <p>${detail}</p>
        <p>${way}</p>
      </main>
    `,
  });
}

/** The language of the application's own pages that the request prefers. */
export function languageOf(context: Context): PageLanguage {
  return accepts(context, {
    header: "Accept-Language",
    supports: [...PAGE_LANGUAGES],
    default: "en",
    match: (preferences, { supports, default: fallback }) =>
      byQuality(preferences).find((language) => supports.includes(language)) ?? fallback,
  }) as PageLanguage;
}

/** The primary languages, the preferred one first. */
function byQuality(preferences: readonly { type: string; q: number }[]): string[] {
  const sorted = preferences.toSorted((left, right) => right.q - left.q);
  return sorted.map(({ type }) => type.split("-")[0]!.toLowerCase());
}

function themeOf(context: Context): PageTheme | null {
  const theme = getCookie(context, "tck_theme");
  return theme === "light" || theme === "dark" ? theme : null;
}
