import { type Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { getCookie } from "hono/cookie";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { cardTitle, resolveCardLocale, resolveFormatLocale, resolveSlots } from "../../../core/feed/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { InvalidManifestError, parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import {
  type PaintDocument,
  type PaintedCard,
  renderPaint,
  splitFeed,
} from "../../../web/canvas/paint/mod.ts";
import { allowByHash } from "./page_policy.ts";
import { formatBatchTitle } from "./batch_titles.ts";
import { type BatchIdentity, findBatch, type PageBatch, readInTurn, takeIdentity } from "./cloud_batches.ts";
import { PaintCards, type PaintCardsDependencies } from "./paint_cards.ts";
import { resolveReader } from "./page_reader.ts";
import { languageOf, themeOf } from "./page_response.ts";
import type { PageDependencies } from "./pages.ts";
import { pauseWork } from "../../time/mod.ts";
import type { User } from "../bundles/permission.ts";
import { notModified } from "../http/conditional_requests.ts";
import { respondText } from "../http/content_coding.ts";
import { readPageBatchId } from "../http/path_parameters.ts";
import { headersOf, invalidQuery, notFound, PROBLEMS, toProblem, unauthenticated } from "../http/problem.ts";
import { DENIED_FEATURES, ISOLATION_HEADERS } from "../http/response_headers.ts";

export interface PaintDependencies extends PageDependencies, PaintCardsDependencies {}

/** The cookie in which a page keeps the reader's time zone, which no request names. */
const ZONE_COOKIE = "tck_zone";

/** The most characters that the markup and the sheets of the cards have together; the cards after them wait. */
const MAX_CHARACTERS = 524_288;

/**
 * Creates `/feed/{batchId}/paint`: the first cards of a feed as a document that runs and loads nothing. The feed's page frames
 * it, so that cards are there before any code is. `?part=2` has the cards after them, which the page links to without
 * JavaScript. Whatever goes wrong is a document without content: behind it, the page shows that it waits.
 */
export function createPaintPage(deps: PaintDependencies): Hono {
  const routes = new Hono();
  const cards = new PaintCards(deps);
  routes.get("/feed/:batchId/paint", async (context) => {
    try {
      const batchId = context.req.param("batchId");
      const { localDate } = readPageBatchId(batchId);
      const reader = await resolveReader(deps, context);
      if (reader === null) throw unauthenticated("The cards of a feed need a bearer or a session");
      const part = readPart(context);
      const described = await readInTurn(
        deps.cloud,
        reader,
        (lists) => findBatch(lists, { batchId, localDate }, (batch) => describePart(context, batch, part)),
      );
      const painted = await paint(deps, cards, context, described, reader, part);
      // The frame stays empty, which costs less than a document.
      if (painted === null) {
        return new Response(null, { status: 204, headers: await paintHeaders(NO_CONTENT) });
      }
      return await respondPaint(deps, context, painted);
    } catch (error) {
      const problem = toProblem(error, deps.log);
      const status = PROBLEMS.statusOf(problem.code);
      const headers = {
        ...await paintHeaders(NO_CONTENT),
        "Cache-Control": "no-store",
        ...headersOf(problem),
      };
      return respondText(context.req.raw, NOTHING, { status, headers });
    }
  });
  return routes;
}

const NO_CONTENT = { styles: [], hasPictures: false };

const NOTHING = '<!doctype html><html lang="en"><title>Cards</title>';

/** The index of the part. */
function readPart(context: Context): number {
  const text = context.req.query("part") ?? "1";
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) - 1;
  throw invalidQuery(`Cannot read part ${quote(text)}: expected a number from 1`);
}

/** What a document has of its cards without their markup: their manifests are let go of. */
type DescribedCard = Pick<PaintedCard, "place" | "title" | "locale" | "slots" | "reader"> & { hash: string };

/** The cards of a part, and their batch. */
interface DescribedPart {
  readonly batch: BatchIdentity;
  readonly cards: readonly DescribedCard[];
}

/** @throws {ProblemError} `daily_page.not_found` for a part that is not there */
async function describePart(context: Context, batch: PageBatch, part: number): Promise<DescribedPart> {
  const parts = splitFeed(batch.manifests);
  if (part > 0 && part >= parts.length) {
    throw notFound("batch", batch.batchId, `it has no part ${part + 1}`);
  }
  const { from, places } = parts[part] ?? { from: 0, places: [] };
  const widgets = batch.received.slice(from);
  const preferences = listLanguages(context);
  const timeZone = readTimeZone(context);
  const now = Date.now();
  const cards: DescribedCard[] = [];
  for (const [index, place] of places.entries()) {
    await pauseWork(); // A manifest may have many texts.
    const manifest = tryParse(readManifestOf(widgets[index]));
    await pauseWork();
    const locale = resolveCardLocale(preferences, manifest?.languages);
    cards.push({
      place,
      title: cardTitle(manifest, locale),
      locale,
      slots: resolveSlots(manifest?.slots, {}, {}, manifest?.defaultState ?? {}),
      reader: { formatLocale: resolveFormatLocale(preferences, locale), timeZone, now },
      hash: manifest === null ? "" : readHashOf(widgets[index]),
    });
  }
  return { batch: takeIdentity(batch), cards };
}

/** Null where no card of a first view can be shown, and the page says that it waits. */
async function paint(
  { assets }: PaintDependencies,
  painted: PaintCards,
  context: Context,
  { batch, cards: described }: DescribedPart,
  user: User,
  part: number,
): Promise<PaintDocument | null> {
  const written = await painted.read(described, user);
  if (part === 0 && written.every(({ content }) => content === null)) return null;
  let characters = 0;
  const cards = described.map(({ hash: _hash, ...card }, index): PaintedCard => {
    const { content, isFitted } = written[index]!;
    characters += content === null ? 0 : content.html.length + content.css.length + content.properties.length;
    return { ...card, content: characters <= MAX_CHARACTERS ? content : null, isFitted };
  });
  const language = languageOf(context);
  const title = formatBatchTitle(batch, language);
  return renderPaint(cards, {
    assets,
    language,
    theme: themeOf(context),
    title: `${title.kind}, ${title.date}`,
  });
}

async function respondPaint(
  { compressBody }: PaintDependencies,
  context: Context,
  { html, styles, hasPictures }: PaintDocument,
): Promise<Response> {
  const bytes = new TextEncoder().encode(html);
  const etag = `"${await sha384Base64Url(bytes)}"`;
  const headers = { ...await paintHeaders({ styles, hasPictures }), "Cache-Control": "private, no-cache" };
  const response = notModified(context.req.raw, etag, headers) ??
    respondText(context.req.raw, bytes, { status: 200, headers, compressBody });
  // Weak, since it is the same in each coding.
  response.headers.set("ETag", `W/${etag}`);
  return response;
}

/** Nothing runs, loads, sends or navigates: the sandbox allows nothing, and the only styles are those of the document. */
async function paintHeaders(
  { styles, hasPictures }: Pick<PaintDocument, "styles" | "hasPictures">,
): Promise<Record<string, string>> {
  const policy = [
    "sandbox",
    "default-src 'none'",
    `style-src ${styles.length === 0 ? "'none'" : await allowByHash([...new Set(styles)])}`,
    ...hasPictures ? ["img-src data:"] : [],
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    ...ISOLATION_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Vary": "Authorization, Cookie, Accept-Language",
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": DENIED_FEATURES,
  };
}

function readManifestOf(widget: unknown): unknown {
  return (widget as { manifest?: unknown } | null)?.manifest;
}

function readHashOf(widget: unknown): string {
  const { bundle } = (widget ?? {}) as { bundle?: { hash?: unknown } | null };
  return typeof bundle?.hash === "string" ? bundle.hash : "";
}

/** Null for a card whose place waits. */
function tryParse(manifest: unknown): WidgetManifest | null {
  try {
    return parseManifest(manifest);
  } catch (error) {
    if (error instanceof InvalidManifestError) return null;
    throw error;
  }
}

/** The reader's languages, best first, as `navigator.languages` has them. */
function listLanguages({ req }: Context): string[] {
  const listed = parseAccept(req.header("Accept-Language") ?? "");
  return listed.toSorted((left, right) => right.q - left.q).map(({ type }) => type);
}

/** The zone of the page's cookie; UTC, in which the bundler writes times, for a reader whose zone is not known yet. */
function readTimeZone(context: Context): string {
  const zone = getCookie(context, ZONE_COOKIE) ?? "UTC";
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions();
    // An offset, of which there are thousands: a card is kept for each.
    return /^[+-]/.test(timeZone) ? "UTC" : timeZone;
  } catch {
    return "UTC";
  }
}
