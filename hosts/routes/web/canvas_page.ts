import type { Context } from "hono";
import { html, raw } from "hono/html";
import { findNewestBatch, formatDayQuery } from "../../../core/feed/mod.ts";
import { readAssetText } from "../../../web/assets/import_map/mod.ts";
import { type FeedPart, splitFeed } from "../../../web/canvas/paint/mod.ts";
import { formatBatchTitle } from "./batch_titles.ts";
import { createModuleUrl, createPageImportMap, type HostAssets } from "./asset_loader.ts";
import { canvasFrameUrl } from "./canvas_frame.ts";
import {
  MARK_SCRIPT,
  type PaintedFeed,
  renderLateNotice,
  renderPaintFrame,
  renderScriptNotice,
  WAITING_PLACES,
} from "./canvas_start.ts";
import { type BatchIdentity, type Neighbours, type PageBatch, takeIdentity } from "./cloud_batches.ts";
import { describeHome } from "./home_page.ts";
import { FEED_PREFIX, PRINT_FEED, renderFeedActions } from "./feed_actions.ts";
import { renderNeighbours } from "./neighbour_links.ts";
import type { CanvasScripts, Markup, PageLanguage } from "./page.ts";
import { SERVICE_WORKER_PATH } from "./page_policy.ts";
import { languageOf, type PageResponseDependencies, respondPage } from "./page_response.ts";

/** What pages with a canvas work with. */
export interface CanvasPageDependencies extends PageResponseDependencies {
  assets: HostAssets;
  /** Whether widgets run in a sandboxed frame (`sealed`) or in the page itself (`open`). */
  canvas: "sealed" | "open";
  /** Whether pages with a sealed canvas have a service worker. An open canvas has none: its widgets could use its caches. */
  serviceWorker: boolean;
}

const DESCRIPTIONS: { readonly [language in PageLanguage]: (date: string) => string } = {
  en: (date) => `Your cards for ${date}.`,
  de: (date) => `Deine Karten für ${date}.`,
};

/** What a page embeds of a batch. */
export interface EmbeddedBatch extends BatchIdentity {
  readonly bundleHashes: readonly string[];
}

/** Takes what a page embeds of a batch. */
export function takeEmbedded(batch: PageBatch): EmbeddedBatch {
  return { ...takeIdentity(batch), bundleHashes: batch.bundleHashes };
}

/** What the page of a batch has of it. */
export interface FeedBatch extends EmbeddedBatch {
  readonly parts: readonly FeedPart[];
}

export function takeFeed(batch: PageBatch): FeedBatch {
  return { ...takeEmbedded(batch), parts: splitFeed(batch.manifests) };
}

export async function respondFeed(
  deps: CanvasPageDependencies,
  context: Context,
  batch: FeedBatch,
  neighbours: Neighbours,
): Promise<Response> {
  const { batchId, localDate, parts } = batch;
  const language = languageOf(context);
  const { kind, date } = formatBatchTitle(batch, language);
  const painted = deps.canvas === "sealed" ? { batchId, parts } : null;
  return await respondPage(deps, context, {
    title: `${kind}, ${date}`,
    description: DESCRIPTIONS[language](date),
    canvas: canvasScripts(deps, {
      entry: "bootstrap-feed.mjs",
      listQuery: formatDayQuery(localDate),
      batches: [batch],
      mock: false,
    }),
    body: html`
      <div class="page-heading">
        <h1>${kind}</h1>
        <p><time datetime="${localDate}">${date}</time></p>
        ${renderNeighbours(neighbours, language)} ${renderFeedActions(batchId, language)}
      </div>
      ${await canvasRoot(deps, { batchId, language, mock: false, painted })}
    `,
    script: PRINT_FEED,
    ...painted === null ? {} : { firstScript: readAssetText(deps.assets, MARK_SCRIPT) },
    framePaths: [FEED_PREFIX],
  });
}

interface EmbeddedContent {
  /** One batch, or all batches of the newest day, of which the canvas shows the last committed one. */
  batches: readonly EmbeddedBatch[];
  /** The one batch, or null. */
  batchId: string | null;
  /** The query of the list in which the canvas finds the batches. */
  listQuery: string;
  /** Whether they are the fixtures. @default false */
  mock?: boolean;
}

/** Responds with the page that other applications embed. */
export async function respondEmbedded(
  deps: CanvasPageDependencies,
  context: Context,
  { batches, batchId, listQuery, mock = false }: EmbeddedContent,
): Promise<Response> {
  const language = languageOf(context);
  const title = embeddedTitle(batches, language);
  return await respondPage(deps, context, {
    title,
    header: false,
    mainClass: "page-embedded",
    canvas: canvasScripts(deps, {
      entry: deps.canvas === "sealed" ? "boot-page.mjs" : "boot.mjs",
      listQuery,
      batches,
      mock,
    }),
    body: html`
      <h1 class="canvas-hidden-text">${title}</h1>
      ${await canvasRoot(deps, { batchId, language, mock, painted: null })}
    `,
  });
}

/** The embedding application shows a heading of its own; this one is for screen readers. */
function embeddedTitle(batches: readonly EmbeddedBatch[], language: PageLanguage): string {
  const batch = findNewestBatch(batches);
  if (batch === null) return describeHome(language).title;
  const { kind, date } = formatBatchTitle(batch, language);
  return `${kind}, ${date}`;
}

/** The batches and modules that a canvas loads. */
interface CanvasContent {
  entry: string;
  listQuery: string;
  batches: readonly EmbeddedBatch[];
  /** Whether they are the fixtures. */
  mock: boolean;
}

/** The widgets whose modules a page begins to load before its scripts run. More of them would delay the page itself. */
const FIRST_WIDGETS = 30;

/** In a sealed canvas the page loads no widget, only its frame does. */
function canvasScripts(
  { assets, canvas, serviceWorker }: CanvasPageDependencies,
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

interface RootContent {
  batchId: string | null;
  language: PageLanguage;
  mock: boolean;
  /** The cards that are painted before any code is there; null: none. */
  painted: PaintedFeed | null;
}

/** The element that the canvas is rendered into (lifecycle specification, D.1). Its attributes need no escaping. */
async function canvasRoot(
  { assets, embedOrigins, canvas, serviceWorker }: CanvasPageDependencies,
  { batchId, language, mock, painted }: RootContent,
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
  const content = [
    WAITING_PLACES,
    painted === null ? "" : renderPaintFrame(painted, language),
    renderLateNotice(language),
    renderScriptNotice(language, painted),
  ].join("");
  return raw(`<div id="canvas-feed-root"${written.join("")}>${content}</div>`);
}
