import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { html, raw } from "hono/html";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import {
  HOST_ASSET_PREFIX,
  STORED_PAGES,
  type StoredApplication,
  USER_KEY_HEADER,
} from "../../../core/contract/mod.ts";
import { INLINE_ASSETS, readAssetText } from "../../../web/assets/import_map/mod.ts";
import { bytesResponse } from "../http/conditional_requests.ts";
import { ProblemError } from "../http/problem.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { readSession, type SessionDependencies } from "../http/web_identity.ts";
import { createPageImportMap } from "./asset_loader.ts";
import { CANVAS_FRAME_PATH, type CanvasFrameDependencies } from "./canvas_frame.ts";
import { MARK_SCRIPT } from "./canvas_start.ts";
import { LINK_TEXTS } from "./failures/failure_texts.ts";
import { FEED_PREFIX, PRINT_FEED } from "./feed_actions.ts";
import { MESSAGE_CLASS, renderMessage } from "./failures/message_page.ts";
import { listInlineScripts, PAGE_LANGUAGES, type PageLanguage, renderPage } from "./page.ts";
import { ownUrls, pageHeaders, SERVICE_WORKER_PATH } from "./page_policy.ts";

export interface ServiceWorkerDependencies extends CanvasFrameDependencies {
  /** The application's public URL, or null. */
  appUrl: string | null;
}

/**
 * Serves the script of the service worker. While it is turned off, the script is one that removes an installed worker: a
 * browser keeps a worker whose script it cannot fetch.
 */
export function createServiceWorker(deps: ServiceWorkerDependencies, enabled: boolean): Hono {
  const routes = new Hono();
  routes.get(SERVICE_WORKER_PATH, async (context) => {
    const asset = deps.assets.get(enabled ? "service-worker.js" : "service-worker-off.js");
    if (asset === undefined) throw new ProblemError("route.not_found", "Cannot find the service worker");
    const application = enabled ? await describeApplication(deps, context) : null;
    const start = new TextEncoder().encode(`self.tckApplication = ${JSON.stringify(application)};\n`);
    const script = new Uint8Array([...start, ...asset.bytes]);
    return bytesResponse(script, context.req.raw, `"${await sha384Base64Url(script)}"`, {
      ...ISOLATION_HEADERS,
      "Content-Type": asset.contentType,
      "Cache-Control": "no-cache",
      "Service-Worker-Allowed": "/",
      // This policy is that of the worker.
      "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    });
  });
  return routes;
}

/**
 * Rejects requests for the script of any other service worker, which browsers mark with a header. A widget's module
 * as a service worker could answer the requests for other modules below its path.
 */
export function rejectServiceWorkers(): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    const { path } = context.req;
    if (context.req.header("Service-Worker") === "script" && path !== SERVICE_WORKER_PATH) {
      throw new ProblemError(
        "request.forbidden",
        `Cannot serve this address as the script of a service worker: only ${SERVICE_WORKER_PATH} is one`,
      );
    }
    await next();
  });
}

/** States to the service worker whose pages and lists are answered: only those of a session are stored. */
export function markUser(deps: SessionDependencies): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    await next();
    if (context.res.status !== 200 || context.req.header("Authorization") !== undefined) return;
    const session = await readSession(context, deps);
    if (session !== null) context.res.headers.set(USER_KEY_HEADER, await digestUser(session.userId));
  });
}

async function digestUser(userId: string): Promise<string> {
  return (await sha384Base64Url(new TextEncoder().encode(`tck-user:${userId}`))).slice(0, 32);
}

async function describeApplication(
  deps: ServiceWorkerDependencies,
  context: Context,
): Promise<StoredApplication> {
  const [framed, other] = await Promise.all(
    [true, false].map((framed) => storedHeaders(deps, context, framed)),
  );
  const content = {
    pageHeaders: { framed: framed!, other: other! },
    listHeaders: { ...ISOLATION_HEADERS, "Content-Type": "application/json" },
    offlinePages: await renderOfflinePages(),
    assets: Object.fromEntries(
      [...deps.assets].filter(([name]) => !INLINE_ASSETS.includes(name)).map((
        [name, { hash, contentType }],
      ) => [HOST_ASSET_PREFIX + name, { hash, contentType }]),
    ),
  };
  const version = await sha384Base64Url(new TextEncoder().encode(JSON.stringify(content)));
  return { version: version.slice(0, 32), ...content };
}

/**
 * The headers of every page with or without a canvas. Scripts are host assets only: a page that another script has stored
 * could otherwise load a widget's module, which the browser may have kept, and run it with the page's rights.
 */
async function storedHeaders(
  deps: ServiceWorkerDependencies,
  { req }: Context,
  framed: boolean,
): Promise<Record<string, string>> {
  const ownUrl = (path: string) => ownUrls(deps.appUrl, req.url, path);
  return await pageHeaders({
    inlineScripts: listInlineScripts(createPageImportMap(deps.assets, [], false), true, [
      PRINT_FEED,
      readAssetText(deps.assets, MARK_SCRIPT),
    ]),
    scripts: ownUrl(HOST_ASSET_PREFIX),
    framed,
    embedOrigins: deps.embedOrigins,
    frameUrl: [CANVAS_FRAME_PATH, ...framed ? [] : [FEED_PREFIX]].map(ownUrl).join(" "),
    runsWidgets: false,
    workerUrl: ownUrl(SERVICE_WORKER_PATH),
  });
}

const TEXTS: { readonly [language in PageLanguage]: { title: string; text: string; stored: string } } = {
  en: {
    title: "You are offline",
    text: "This page is not stored on this device. Pages that you have opened lately can be read offline.",
    stored: "On this device",
  },
  de: {
    title: "Du bist offline",
    text:
      "Diese Seite ist auf diesem Gerät nicht gespeichert. Seiten, die du zuletzt geöffnet hast, kannst du offline lesen.",
    stored: "Auf diesem Gerät",
  },
};

/** Renders the page that the service worker shows offline in place of one that is not stored, in each language. */
async function renderOfflinePages(): Promise<Record<PageLanguage, string>> {
  const pages = PAGE_LANGUAGES.map(async (language) =>
    [language, await renderOfflinePage(language)] as const
  );
  return Object.fromEntries(await Promise.all(pages)) as Record<PageLanguage, string>;
}

async function renderOfflinePage(language: PageLanguage): Promise<string> {
  const { retry, all } = LINK_TEXTS[language];
  const { title, text, stored } = TEXTS[language];
  const { markup } = await renderPage({
    language,
    theme: null,
    title,
    frameUrl: null,
    header: true,
    signOut: false,
    mainClass: MESSAGE_CLASS,
    // Without an address of its own, the link leads to the page that was asked for.
    body: html`
      ${renderMessage({ title, text, link: html`<a href="">${retry}</a> <a href="/">${all}</a>` })}
      <section class="page-week" aria-labelledby="stored" ${raw(STORED_PAGES.hidden)}>
        <h2 id="stored">${stored}</h2>
        <div class="page-days">
          <ul class="page-batches" role="list">${raw(STORED_PAGES.items)}</ul>
        </div>
      </section>
    `,
  });
  return markup;
}
