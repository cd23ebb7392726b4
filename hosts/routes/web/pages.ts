import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import { BATCH_KINDS, type BatchKind, LIMITS } from "../../../core/contract/mod.ts";
import { findNewestBatch, formatDayQuery } from "../../../core/feed/mod.ts";
import type { Sessions } from "../../auth/mod.ts";
import { createModuleUrl, createPageImportMap, type HostAssets } from "./asset_loader.ts";
import { canvasFrameUrl } from "./canvas_frame.ts";
import { renderLateNotice, WAITING_PLACES } from "./canvas_start.ts";
import {
  fetchBatches,
  findBatch,
  findNeighbours,
  type Neighbours,
  type PageBatch,
  type PageReader,
  readPageBatch,
} from "./cloud_batches.ts";
import type { Fixtures } from "../bundles/fixtures.ts";
import { readMock } from "../http/list_query.ts";
import type { CanvasScripts, Markup, PageLanguage } from "./page.ts";
import {
  EMBED_PREFIX,
  isFramed,
  isFramedByOtherSite,
  languageOf,
  type PageResponseDependencies,
  renderFailure,
  respondPage,
} from "./page_response.ts";
import { SERVICE_WORKER_PATH } from "./page_policy.ts";
import { readPageBatchId } from "../http/path_parameters.ts";
import { ProblemError } from "../http/problem.ts";
import { callerOf } from "../http/request_trace.ts";
import type { Upstream } from "../http/upstream.ts";
import { resolveBearer, signInPath } from "../http/web_identity.ts";

/** What the pages work with. */
export interface PageDependencies extends PageResponseDependencies {
  cloud: Upstream;
  assets: HostAssets;
  sessions: Sessions | null;
  /** Whether widgets run in a sandboxed frame (`sealed`) or in the page itself (`open`). */
  canvas: "sealed" | "open";
  /** Whether pages with a sealed canvas have a service worker. An open canvas has none: its widgets could use its caches. */
  serviceWorker: boolean;
  /** What `mock=true` shows. */
  mockFixtures: Fixtures;
}

/** Creates the application's HTML pages: the list of batches, the feeds, and the embedded page. */
export function createPages(deps: PageDependencies): Hono {
  const pages = new Hono();
  pages.onError((error, context) => renderFailure(deps, context, error));

  pages.get("/", async (context) => {
    const reader = await resolveReader(deps, context);
    if (reader === null) return context.redirect(signInPath("/"), 302);
    const batches = await fetchBatches(deps.cloud, reader, `limit=${LIMITS.pageSize}`);
    return respondPage(deps, context, { title: "tck", body: renderList(batches, languageOf(context)) });
  });

  pages.get("/feed", async (context) => {
    const reader = await resolveReader(deps, context);
    if (reader === null) return context.redirect(signInPath("/feed"), 302);
    const batch = findNewestBatch(await fetchBatches(deps.cloud, reader, NEWEST_QUERY));
    if (batch === null) {
      return respondPage(deps, context, { title: "tck", body: renderList([], languageOf(context)) });
    }
    const neighbours = await findNeighbours(deps.cloud, reader, batch);
    return respondFeed(deps, context, batch, neighbours);
  });

  pages.get("/feed/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    const { localDate, kind } = readPageBatchId(batchId);
    const reader = await resolveReader(deps, context);
    if (reader === null) return context.redirect(signInPath(`/feed/${batchId}`), 302);
    const [batch, neighbours] = await Promise.all([
      findBatch(deps.cloud, reader, { batchId, localDate }),
      findNeighbours(deps.cloud, reader, { localDate, kind }),
    ]);
    return respondFeed(deps, context, batch, neighbours);
  });

  pages.get(EMBED_PATH, async (context) => {
    if (readMock(context.req.queries("mock"))) {
      const batch = await deps.mockFixtures.batch();
      return respondEmbedded(deps, context, {
        batches: batch === null ? [] : [readPageBatch(batch)],
        batchId: null,
        listQuery: `${NEWEST_QUERY}&mock=true`,
        mock: true,
      });
    }
    const batchId = context.req.query("batch");
    const { localDate } = batchId === undefined ? { localDate: null } : readPageBatchId(batchId);
    const reader = await resolveReader(deps, context);
    if (reader === null) return signInToEmbed(deps, context);
    if (batchId !== undefined && localDate !== null) {
      const batch = await findBatch(deps.cloud, reader, { batchId, localDate });
      return respondEmbedded(deps, context, {
        batches: [batch],
        batchId,
        listQuery: formatDayQuery(localDate),
      });
    }
    const batches = await fetchBatches(deps.cloud, reader, NEWEST_QUERY);
    return respondEmbedded(deps, context, { batches, batchId: null, listQuery: NEWEST_QUERY });
  });
  return pages;
}

/** For whom a page reads batches, or null for a visitor without a credential. */
async function resolveReader(deps: PageDependencies, context: Context): Promise<PageReader | null> {
  const bearer = await resolveBearer(context, deps);
  return bearer === null ? null : { bearer, caller: callerOf(context) };
}

/** The page that other applications embed (lifecycle specification, D.2). */
const EMBED_PATH = `${EMBED_PREFIX}daily-page/v2`;

/**
 * Redirects to the sign-in, as far as that can lead back: the local user is signed in by a redirect, also in a frame, but
 * no page of a sign-in may be framed, and to a page that another site embeds the browser sends no session.
 *
 * @throws {ProblemError} `auth.unauthenticated` in a frame that cannot lead there
 */
function signInToEmbed({ signIn }: PageDependencies, context: Context): Response {
  if (isFramedByOtherSite(context)) {
    throw new ProblemError(
      "auth.unauthenticated",
      "A page of another site embeds this one, and the browser sends no session for it",
    );
  }
  if (isFramed(context) && signIn.kind !== "local") {
    throw new ProblemError("auth.unauthenticated", "The embedded page has no bearer and no session");
  }
  const { pathname, search } = new URL(context.req.url);
  return context.redirect(signInPath(pathname + search), 302);
}

async function respondFeed(
  deps: PageDependencies,
  context: Context,
  batch: PageBatch,
  neighbours: Neighbours,
): Promise<Response> {
  const { batchId, localDate, kind } = batch;
  const language = languageOf(context);
  const heading = formatBatchTitle(localDate, kind, language);
  return respondPage(deps, context, {
    title: `${heading.kind}, ${heading.date}`,
    canvas: canvasScripts(deps, {
      entry: "bootstrap-feed.mjs",
      listQuery: formatDayQuery(localDate),
      batches: [batch],
      mock: false,
    }),
    body: html`
      <main class="page-main">
        <div class="page-heading">
          <h1>${heading.kind}</h1>
          <p><time datetime="${localDate}">${heading.date}</time></p>
          ${renderNeighbours(neighbours, language)}
        </div>
        ${await canvasRoot(deps, { batchId, language, mock: false })}
      </main>
    `,
  });
}

/** What the embedded page shows. */
interface EmbeddedContent {
  /** All batches of the newest day, of which the canvas shows the one that was committed last, or one batch. */
  batches: readonly PageBatch[];
  /** The one batch, or null. */
  batchId: string | null;
  /** The query of the list in which the canvas finds them. */
  listQuery: string;
  /** Whether they are the fixtures. @default false */
  mock?: boolean;
}

async function respondEmbedded(
  deps: PageDependencies,
  context: Context,
  { batches, batchId, listQuery, mock = false }: EmbeddedContent,
): Promise<Response> {
  const language = languageOf(context);
  const title = embeddedTitle(batches, language);
  return respondPage(deps, context, {
    title,
    header: false,
    canvas: canvasScripts(deps, {
      entry: deps.canvas === "sealed" ? "boot-page.mjs" : "boot.mjs",
      listQuery,
      batches,
      mock,
    }),
    body: html`
      <main class="page-main page-embedded">
        <h1 class="canvas-hidden-text">${title}</h1>
        ${await canvasRoot(deps, { batchId, language, mock })}
      </main>
    `,
  });
}

/** The embedding application shows a heading of its own; this one is for screen readers. */
function embeddedTitle(batches: readonly PageBatch[], language: PageLanguage): string {
  const batch = findNewestBatch(batches);
  if (batch === null) return LIST_TEXTS[language].heading;
  const { kind, date } = formatBatchTitle(batch.localDate, batch.kind, language);
  return `${kind}, ${date}`;
}

/** The list in which a canvas finds all batches of the newest day. */
const NEWEST_QUERY = `limit=${BATCH_KINDS.length}`;

/** What a canvas loads. */
interface CanvasContent {
  entry: string;
  listQuery: string;
  batches: readonly PageBatch[];
  /** Whether they are the fixtures. */
  mock: boolean;
}

/** The widgets whose modules a page begins to load before its scripts run. Elements for more would delay the page itself. */
const FIRST_WIDGETS = 30;

/** In a sealed canvas the page loads no widget, only its frame does. */
function canvasScripts(
  { assets, canvas, serviceWorker }: PageDependencies,
  { entry, listQuery, batches, mock }: CanvasContent,
): CanvasScripts {
  const sealed = canvas === "sealed";
  const hashes = sealed ? [] : batches.flatMap((batch) => batch.bundleHashes);
  const shown = sealed ? [] : findNewestBatch(batches)?.bundleHashes ?? [];
  return {
    importMap: createPageImportMap(assets, hashes, mock),
    widgetUrls: [...new Set(shown)].slice(0, FIRST_WIDGETS).map((hash) => createModuleUrl(hash, mock)),
    entry,
    sealed,
    listUrl: `/api/daily-pages/v2/batches?${listQuery}`,
    serviceWorker: serviceWorker && sealed && !mock,
  };
}

/** The element that the canvas is rendered into (lifecycle specification, D.1). Its attributes need no escaping. */
async function canvasRoot(
  { assets, embedOrigins, canvas, serviceWorker }: PageDependencies,
  { batchId, language, mock }: { batchId: string | null; language: PageLanguage; mock: boolean },
): Promise<Markup> {
  const isSealed = canvas === "sealed";
  const attributes = {
    "data-batch-id": batchId,
    "data-mock": mock ? "true" : null,
    "data-theme-origins": embedOrigins.length === 0 ? null : embedOrigins.join(" "),
    "data-frame": isSealed ? await canvasFrameUrl({ assets, embedOrigins }) : null,
    "data-service-worker": isSealed && serviceWorker && !mock ? SERVICE_WORKER_PATH : null,
  };
  const written = Object.entries(attributes).map(([name, value]) =>
    value === null ? "" : ` ${name}="${value}"`
  );
  return raw(
    `<div id="canvas-feed-root"${written.join("")}>${WAITING_PLACES}${renderLateNotice(language)}</div>`,
  );
}

const NEIGHBOUR_TEXTS: {
  readonly [language in PageLanguage]: { pages: string; older: string; newer: string };
} = {
  en: { pages: "Other pages", older: "Older", newer: "Newer" },
  de: { pages: "Andere Seiten", older: "Älter", newer: "Neuer" },
};

const ARROW_BACK = raw(`<span aria-hidden="true">← </span>`);
const ARROW_FORWARD = raw(`<span aria-hidden="true"> →</span>`);

/** Links to the page before and after this one in the list, which is ordered from newest to oldest. */
function renderNeighbours({ older, newer }: Neighbours, language: PageLanguage): Markup | string {
  if (older === null && newer === null) return "";
  const texts = NEIGHBOUR_TEXTS[language];
  const link = (batch: PageBatch | null, rel: "prev" | "next", text: string) => {
    if (batch === null) return "";
    const { kind, date } = formatBatchTitle(batch.localDate, batch.kind, language);
    return html`
      <a class="page-neighbour" rel="${rel}" href="/feed/${batch.batchId}" title="${kind}, ${date}"
      >${rel === "prev"
        ? ARROW_BACK
        : ""}${text}<span class="canvas-hidden-text">: ${kind}, ${date}</span>${rel === "next"
        ? ARROW_FORWARD
        : ""}</a>
    `;
  };
  return html`<nav class="page-neighbours" aria-label="${texts.pages}">
    ${link(older, "prev", texts.older)} ${link(newer, "next", texts.newer)}
  </nav>`;
}

const KIND_NAMES: { readonly [language in PageLanguage]: { readonly [kind in BatchKind]: string } } = {
  en: {
    welcome: "Welcome",
    feature_intro: "What is new",
    morning_brief: "Morning brief",
    evening_brief: "Evening brief",
    diary: "Diary",
  },
  de: {
    welcome: "Willkommen",
    feature_intro: "Neuigkeiten",
    morning_brief: "Morgenüberblick",
    evening_brief: "Abendüberblick",
    diary: "Tagebuch",
  },
};

function formatBatchTitle(
  localDate: string,
  kind: BatchKind,
  language: PageLanguage,
): { kind: string; date: string } {
  const date = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${localDate}T00:00:00Z`),
  );
  return { kind: KIND_NAMES[language][kind], date };
}

const LIST_TEXTS: { readonly [language in PageLanguage]: { heading: string; empty: string } } = {
  en: { heading: "Your pages", empty: "Nothing has been committed for you yet." },
  de: { heading: "Deine Seiten", empty: "Für dich liegt noch nichts vor." },
};

function renderList(batches: readonly PageBatch[], language: PageLanguage): Markup {
  const { heading, empty } = LIST_TEXTS[language];
  const list = html`<ul class="page-list">${batches.map((batch) => renderListItem(batch, language))}</ul>`;
  return html`
    <main class="page-main">
      <div class="page-heading">
        <h1>${heading}</h1>
        ${batches.length === 0 ? html`<p>${empty}</p>` : ""}
      </div>
      ${batches.length === 0 ? "" : list}
    </main>
  `;
}

function renderListItem(batch: PageBatch, language: PageLanguage): Markup {
  const { kind, date } = formatBatchTitle(batch.localDate, batch.kind, language);
  const titles =
    html`<span class="page-list-kind">${kind}</span> <time datetime="${batch.localDate}">${date}</time>`;
  return html`<li><a href="/feed/${batch.batchId}">${titles}</a></li>`;
}
