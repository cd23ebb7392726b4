import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { CANVAS_FRAME_PATH } from "./canvas_frame.ts";
import {
  type Markup,
  PAGE_LANGUAGES,
  type PageFrame,
  type PageLanguage,
  type PageTheme,
  renderPage,
} from "./page.ts";
import { pageHeaders } from "./page_policy.ts";
import { CHALLENGE, headersOf, type Log, PROBLEMS, toProblem } from "./problem.ts";
import { SERVICE_WORKER_PATH } from "./service_worker.ts";
import { hasSession, type SignIn, signInPath } from "./web_identity.ts";

/** What responding with a page needs. */
export interface PageResponseDependencies {
  signIn: SignIn;
  log: Log;
  /** Other origins whose pages may embed `/embed/…` and set its theme. */
  embedOrigins: readonly string[];
}

/** What a route provides. The rest of the frame comes from the request. */
export type Page = Pick<PageFrame, "title" | "body" | "canvas"> & {
  /** Whether the application's header is shown; a page without it may be framed. @default true */
  header?: boolean;
  /** @default 200 */
  status?: number;
};

/** Responds with a page in the request's language and theme. */
export async function respondPage(
  deps: PageResponseDependencies,
  context: Context,
  page: Page,
): Promise<Response> {
  const header = page.header ?? true;
  const { markup, inlineScripts } = await renderPage({
    ...page,
    language: languageOf(context),
    theme: themeOf(context),
    header,
    signOut: deps.signIn.kind !== "local" && hasSession(context),
  });
  const status = page.status ?? 200;
  const policy = await pageHeaders({
    inlineScripts,
    framed: !header,
    embedOrigins: deps.embedOrigins,
    frameUrl: page.canvas?.sealed ? new URL(CANVAS_FRAME_PATH, context.req.url).href : null,
    runsWidgets: page.canvas !== undefined && !page.canvas.sealed,
    workerUrl: page.canvas?.serviceWorker ? new URL(SERVICE_WORKER_PATH, context.req.url).href : null,
  });
  const headers = { ...policy, ...(status === 401 ? CHALLENGE : {}) };
  return new Response(markup, { status, headers });
}

/** What other applications embed. */
export const EMBED_PREFIX = "/embed/";

/** Responds to an error that a page's route threw with a page that describes it. An embedded page's may be embedded too. */
export async function renderFailure(
  deps: PageResponseDependencies,
  context: Context,
  error: unknown,
): Promise<Response> {
  const problem = toProblem(error, deps.log);
  const { code, detail } = problem;
  const { status, title } = PROBLEMS.create(code, detail);
  const isEmbedded = context.req.path.startsWith(EMBED_PREFIX);
  const response = await respondPage(deps, context, {
    title,
    status,
    header: !isEmbedded,
    body: html`
      <main class="page-main page-message" lang="en">
        <h1>${title}</h1>
        <p>${detail}</p>
        <p>${isFrame(context) ? "" : renderWayOut(context, code, isEmbedded)}</p>
      </main>
    `,
  });
  for (const [name, value] of Object.entries(headersOf(problem))) response.headers.set(name, value);
  return response;
}

/** A link that leads on from an error. A frame has none: what it leads to may not be framed. */
function renderWayOut(context: Context, code: string, isEmbedded: boolean): Markup | "" {
  if (code === "auth.unauthenticated") {
    return html`<a href="${signInPath(pathOf(context))}">Sign in</a>`;
  }
  return isEmbedded ? "" : html`<a href="/">All pages</a>`;
}

/** Whether a page embeds this one, as far as the browser says it. */
function isFrame({ req }: Context): boolean {
  return req.header("Sec-Fetch-Dest") === "iframe";
}

/** Whether a page of another site embeds this one. Then the browser sends no session, whether there is one or not. */
export function isFrameOfOtherSite(context: Context): boolean {
  return isFrame(context) && context.req.header("Sec-Fetch-Site") === "cross-site";
}

/** The path and query of the page, for the way back after signing in. */
function pathOf({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  return pathname + search;
}

/** The language of the application's own pages, by the request's preference. */
export function languageOf(context: Context): PageLanguage {
  return accepts(context, {
    header: "Accept-Language",
    supports: [...PAGE_LANGUAGES],
    default: "en",
    match: (preferences, { supports, default: fallback }) =>
      byQuality(preferences).find((language) => supports.includes(language)) ?? fallback,
  }) as PageLanguage;
}

/** The primary languages in descending order of preference. */
function byQuality(preferences: readonly { type: string; q: number }[]): string[] {
  const sorted = preferences.toSorted((left, right) => right.q - left.q);
  return sorted.map(({ type }) => type.split("-")[0]!.toLowerCase());
}

function themeOf(context: Context): PageTheme | null {
  const theme = getCookie(context, "tck_theme");
  return theme === "light" || theme === "dark" ? theme : null;
}
