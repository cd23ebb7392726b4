import { type Context, Hono } from "hono";
import pLimit from "p-limit";
import type { Widget } from "../../../core/feed/mod.ts";
import { isBundleHash } from "../../../core/naming/mod.ts";
import {
  readListedBatches,
  type SealedCard,
  type SealPageOptions,
  sumBundles,
} from "../../../web/canvas/sealed_page/mod.ts";
import { pauseWork } from "../../time/mod.ts";
import { nameUser, type User } from "../bundles/permission.ts";
import { type BundleDependencies, readEnvelope } from "../bundles/verified_bytes.ts";
import { respondText } from "../http/content_coding.ts";
import { readPageBatchId } from "../http/path_parameters.ts";
import { ProblemError, toProblem } from "../http/problem.ts";
import { DENIED_FEATURES, ISOLATION_HEADERS } from "../http/response_headers.ts";
import { formatBatchTitle } from "./batch_titles.ts";
import {
  type BatchIdentity,
  findBatch,
  type PageBatch,
  readInTurn,
  type TakeBatch,
  takeIdentity,
} from "./cloud_batches.ts";
import { respondFailure } from "./failures/failure_page.ts";
import { feedFileName } from "./feed_actions.ts";
import { languageOf } from "./page_response.ts";
import { redirectToSignIn, resolveReader } from "./page_reader.ts";
import type { PageDependencies } from "./pages.ts";
import { type FeedSealer, type SealedFeed, SERVING_THREAD_SEALER } from "./seal_feed.ts";

/** How many envelopes are fetched at a time. */
const CONCURRENCY = 8;

export interface PrintDependencies extends PageDependencies, BundleDependencies {
  /** Makes the pages; absent: the thread that answers requests does, with smaller limits. */
  feedSealer?: FeedSealer | undefined;
}

/**
 * Creates `/feed/{batchId}/print`: the feed as a page of one file. In a frame it opens the browser's dialog to print;
 * everywhere else it is a download, as `feedFileName` names it. No browser shows it as a page of its own: nothing but the
 * page's own code would keep a widget from navigating it, with what it has read in the address. The frame's page does
 * (`frame-src`).
 */
export function createPrintPage(deps: PrintDependencies): Hono {
  const routes = new Hono();
  routes.onError((error, context) => respondFailure(deps, context, error));
  routes.get("/feed/:batchId/print", async (context) => {
    const batchId = context.req.param("batchId");
    const { localDate } = readPageBatchId(batchId);
    const reader = await resolveReader(deps, context);
    if (reader === null) return redirectToSignIn(context);
    const { feedSealer = SERVING_THREAD_SEALER } = deps;
    const find = <Taken>(take: TakeBatch<Taken>) =>
      readInTurn(deps.cloud, reader, (lists) => findBatch(lists, { batchId, localDate }, take));
    const batch = await find((batch) => {
      listWidgets(batch, feedSealer.maxBytes);
      return takeIdentity(batch);
    });
    // The page asks so whether it can be printed. The policy has hashes of scripts that are made with the page.
    if (context.req.method === "HEAD") return context.body(null, 200, PRINT_HEADERS);
    const page = await feedSealer.seal({
      user: await nameUser(deps.bearers, reader.bearer),
      // Again: of a page that waits for its turn, nothing is in memory.
      readCards: async (signal) => {
        const widgets = await find((batch) => listWidgets(batch, feedSealer.maxBytes));
        return await readCards(deps, reader, widgets, signal);
      },
      options: describePage(deps, context, batch),
      signal: context.req.raw.signal,
    });
    return respondPrint(context, batch, page);
  });
  return routes;
}

/** @throws {ProblemError} `request.too_large` when the bundles are larger than a page can hold */
function listWidgets(batch: PageBatch, maxBytes: number): readonly Widget[] {
  const { widgets } = readListedBatches([{ ...batch, widgets: batch.received as Widget[] }])[0]!;
  const bytes = sumBundles(widgets);
  if (bytes <= maxBytes) return widgets;
  throw new ProblemError(
    "request.too_large",
    `Cannot print ${batch.batchId}: its bundles have ${bytes} bytes, at most ${maxBytes} fit`,
  );
}

/** A bundle that cannot be read, or not in time, fails its card, and the others are shown. */
async function readCards(
  deps: PrintDependencies,
  user: User,
  widgets: readonly Widget[],
  signal: AbortSignal,
): Promise<SealedCard[]> {
  const limit = pLimit(CONCURRENCY);
  const envelopes = new Map(
    await Promise.all(Array.from(new Set(widgets.map(({ bundle }) => bundle.hash)), async (hash) => {
      return [hash, await limit(() => signal.aborted ? null : tryRead(deps, hash, user))] as const;
    })),
  );
  return widgets.map((widget) => ({ widget, envelope: envelopes.get(widget.bundle.hash) ?? null }));
}

async function tryRead(deps: PrintDependencies, hash: string, user: User): Promise<Uint8Array | null> {
  if (!isBundleHash(hash)) return null;
  await pauseWork(); // A page may have many small bundles.
  try {
    return await readEnvelope(deps, hash, user);
  } catch (error) {
    toProblem(error, deps.log);
    return null;
  }
}

function describePage(
  { assets }: PrintDependencies,
  context: Context,
  batch: BatchIdentity,
): SealPageOptions {
  const language = languageOf(context);
  const { kind, date } = formatBatchTitle(batch, language);
  return {
    assets,
    language,
    title: `${kind}, ${date}`,
    heading: { text: kind, localDate: batch.localDate, date },
    theme: isFramed(context) ? "light" : "auto",
    printsItself: isFramed(context),
    isFile: !isFramed(context),
  };
}

function isFramed(context: Context): boolean {
  return context.req.header("Sec-Fetch-Dest") === "iframe";
}

function respondPrint(context: Context, { batchId }: BatchIdentity, page: SealedFeed): Response {
  const disposition = isFramed(context) ? "inline" : `attachment; filename="${feedFileName(batchId)}"`;
  const headers = {
    ...PRINT_HEADERS,
    "Content-Security-Policy": `${page.policy}, frame-ancestors 'self'`,
    "Content-Disposition": disposition,
  };
  return respondText(context.req.raw, page.html, { status: 200, headers });
}

const PRINT_HEADERS = {
  ...ISOLATION_HEADERS,
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Vary": "Authorization, Cookie, Sec-Fetch-Dest",
  "Referrer-Policy": "no-referrer",
  "X-DNS-Prefetch-Control": "off",
  "Permissions-Policy": DENIED_FEATURES,
};
