import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { getCookie } from "hono/cookie";
import { CANVAS_FRAME_PATH } from "./canvas_frame.ts";
import { PAGE_LANGUAGES, type PageFrame, type PageLanguage, type PageTheme, renderPage } from "./page.ts";
import { ownUrls, pageHeaders, SERVICE_WORKER_PATH } from "./page_policy.ts";
import { respondText } from "../http/content_coding.ts";
import { CHALLENGE, type Log } from "../http/problem.ts";
import { hasSession, type SignIn } from "../http/web_identity.ts";

export interface PageResponseDependencies {
  signIn: SignIn;
  log: Log;
  /** Other origins whose pages may embed `/embed/…` and set its theme. */
  embedOrigins: readonly string[];
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/** The parts of a page that its route provides. The others come from the request. */
export type Page =
  & Pick<PageFrame, "title" | "description" | "mainClass" | "body" | "script" | "firstScript" | "canvas">
  & {
    /** Whether the application's header is shown; a page without it may be framed. @default true */
    header?: boolean;
    /** The paths of further documents that the page frames. @default none */
    framePaths?: readonly string[];
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
  const ownUrl = (path: string) => ownUrls(deps.appUrl, context.req.url, path);
  const framePaths = [...page.canvas?.sealed ? [CANVAS_FRAME_PATH] : [], ...page.framePaths ?? []];
  const frameUrl = framePaths.length > 0 ? framePaths.map(ownUrl).join(" ") : null;
  const { markup, inlineScripts } = await renderPage({
    ...page,
    frameUrl,
    language: languageOf(context),
    theme: themeOf(context),
    header,
    signOut: deps.signIn.kind !== "local" && hasSession(context, deps.appUrl),
  });
  const status = page.status ?? 200;
  const policy = await pageHeaders({
    inlineScripts,
    framed: !header,
    embedOrigins: deps.embedOrigins,
    frameUrl,
    runsWidgets: page.canvas !== undefined && !page.canvas.sealed,
    workerUrl: page.canvas?.serviceWorker ? ownUrl(SERVICE_WORKER_PATH) : null,
  });
  const headers = { ...policy, ...(status === 401 ? CHALLENGE : {}) };
  return respondText(context.req.raw, markup, { status, headers });
}

/** The path prefix of pages that other applications embed. */
export const EMBED_PREFIX = "/embed/";

/** Whether a page requests this one for a frame, as far as the browser says it. */
export function isFramed({ req }: Context): boolean {
  return req.header("Sec-Fetch-Dest") === "iframe";
}

/** Whether a page of another site requests this one for a frame. Then the browser sends no session. */
export function isFramedByOtherSite(context: Context): boolean {
  return isFramed(context) && context.req.header("Sec-Fetch-Site") === "cross-site";
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

/** The stored choice of theme, or null to follow the system. */
export function themeOf(context: Context): PageTheme | null {
  const theme = getCookie(context, "tck_theme");
  return theme === "light" || theme === "dark" ? theme : null;
}
