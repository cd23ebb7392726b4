import { type Context, Hono } from "hono";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { findNewestBatch, formatDayQuery } from "../../../core/feed/mod.ts";
import { isLocalDate } from "../../../core/naming/mod.ts";
import type { Fixtures } from "../bundles/fixtures.ts";
import { readMock } from "../http/list_query.ts";
import { readPageBatchId } from "../http/path_parameters.ts";
import { unauthenticated } from "../http/problem.ts";
import type { Upstream } from "../http/upstream.ts";
import {
  type CanvasPageDependencies,
  respondEmbedded,
  respondFeed,
  takeEmbedded,
  takeFeed,
} from "./canvas_page.ts";
import { fetchBatches, findBatch, findNeighbours, readInTurn, readPageBatch } from "./cloud_batches.ts";
import { respondFailure } from "./failures/failure_page.ts";
import { fetchHomeList, type HomeList } from "./home_list.ts";
import { describeHome, renderHome, type RequestedDate } from "./home_page.ts";
import { type PageReaderDependencies, redirectToSignIn, resolveReader } from "./page_reader.ts";
import { EMBED_PREFIX, isFramed, isFramedByOtherSite, languageOf, respondPage } from "./page_response.ts";

/** What the pages work with. */
export interface PageDependencies extends CanvasPageDependencies, PageReaderDependencies {
  cloud: Upstream;
  /** What `mock=true` shows. */
  mockFixtures: Fixtures;
}

/** Creates the application's HTML pages: the list of batches, the feeds, and the embedded page. */
export function createPages(deps: PageDependencies): Hono {
  const pages = new Hono();
  pages.onError((error, context) => respondFailure(deps, context, error));

  pages.get("/", async (context) => {
    const reader = await resolveReader(deps, context);
    if (reader === null) return redirectToSignIn(context);
    const requested = readDate(context.req.query("date"));
    const date = requested.kind === "date" ? requested.localDate : null;
    return await respondHome(
      deps,
      context,
      await fetchHomeList(deps.cloud, reader, date, languageOf(context)),
      requested,
    );
  });

  pages.get("/feed", async (context) => {
    const reader = await resolveReader(deps, context);
    if (reader === null) return redirectToSignIn(context);
    const feed = await readInTurn(deps.cloud, reader, async (lists) => {
      const batch = findNewestBatch(await fetchBatches(lists, NEWEST_QUERY, takeFeed));
      return batch && { batch, neighbours: await findNeighbours(lists, batch) };
    });
    if (feed === null) return await respondHome(deps, context, { days: [], older: null, newer: null });
    return await respondFeed(deps, context, feed.batch, feed.neighbours);
  });

  pages.get("/feed/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    const { localDate, kind } = readPageBatchId(batchId);
    const reader = await resolveReader(deps, context);
    if (reader === null) return redirectToSignIn(context);
    const { batch, neighbours } = await readInTurn(deps.cloud, reader, async (lists) => ({
      batch: await findBatch(lists, { batchId, localDate }, takeFeed),
      neighbours: await findNeighbours(lists, { localDate, kind }),
    }));
    return await respondFeed(deps, context, batch, neighbours);
  });

  pages.get(EMBED_PATH, async (context) => {
    if (readMock(context.req.queries("mock"))) {
      const batch = await deps.mockFixtures.batch();
      return await respondEmbedded(deps, context, {
        batches: batch === null ? [] : [takeEmbedded(readPageBatch(batch))],
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
      const batch = await readInTurn(
        deps.cloud,
        reader,
        (lists) => findBatch(lists, { batchId, localDate }, takeEmbedded),
      );
      return await respondEmbedded(deps, context, {
        batches: [batch],
        batchId,
        listQuery: formatDayQuery(localDate),
      });
    }
    const batches = await readInTurn(
      deps.cloud,
      reader,
      (lists) => fetchBatches(lists, NEWEST_QUERY, takeEmbedded),
    );
    return await respondEmbedded(deps, context, { batches, batchId: null, listQuery: NEWEST_QUERY });
  });
  return pages;
}

/** A browser without a field for dates sends what the reader has typed. */
function readDate(text: string | undefined): RequestedDate {
  if (text === undefined || text.trim() === "") return { kind: "none" };
  const localDate = text.trim();
  return isLocalDate(localDate) ? { kind: "date", localDate } : { kind: "invalid" };
}

async function respondHome(
  deps: PageDependencies,
  context: Context,
  list: HomeList,
  requested: RequestedDate = { kind: "none" },
): Promise<Response> {
  const language = languageOf(context);
  return await respondPage(deps, context, {
    ...describeHome(language),
    body: renderHome(list, requested, language),
  });
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
    throw unauthenticated("A page of another site embeds this one, and the browser sends no session for it");
  }
  if (isFramed(context) && signIn.kind !== "local") {
    throw unauthenticated("The embedded page has no bearer and no session");
  }
  return redirectToSignIn(context);
}

/** The list in which a canvas finds all batches of the newest day. */
const NEWEST_QUERY = `limit=${BATCH_KINDS.length}`;
