import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { encodeCursor, formatDayQuery } from "../../../core/feed/mod.ts";
import type { User } from "../bundles/permission.ts";
import type { Upstream } from "../http/upstream.ts";
import { formatCardTitles } from "./batch_titles.ts";
import {
  type BatchIdentity,
  dateOfNextPage,
  fetchBatchList,
  readInTurn,
  takeIdentity,
  type UserLists,
} from "./cloud_batches.ts";
import type { PageLanguage } from "./page.ts";

/** The most batches of one home page. */
const PAGE_SIZE = 40;

/** How far a link to newer days goes: so that the days between are all on the page there, whatever that cuts off. */
const NEWER_STEP = PAGE_SIZE - 2 * BATCH_KINDS.length;

const FIRST_KIND = BATCH_KINDS.toSorted()[0]!;

/** The content of the home page: whole days, the newest first. */
export interface HomeList {
  readonly days: readonly Day[];
  /** The first date of the page of older days, or null. */
  readonly older: string | null;
  /** The first date of the page of newer days, `newest` for the first page, or null. */
  readonly newer: string | null;
}

/** The batches of one date, the last committed one first. */
export interface Day {
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly batches: readonly HomeBatch[];
}

/** What the home page has of a batch. */
export interface HomeBatch extends BatchIdentity {
  /** Those of its first cards, in one line. */
  readonly titles: string;
}

/**
 * Fetches the days that begin with a date and go back from it, or the newest ones.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function fetchHomeList(
  cloud: Upstream,
  reader: User,
  date: string | null,
  language: PageLanguage,
): Promise<HomeList> {
  const query = date === null ? `limit=${PAGE_SIZE}` : formatDayQuery(date, PAGE_SIZE);
  const { batches, hasMore, newer } = await readInTurn(cloud, reader, async (lists) => ({
    ...await fetchBatchList(lists, query, (batch): HomeBatch => {
      return { ...takeIdentity(batch), titles: formatCardTitles(batch.manifests, language) };
    }),
    newer: date === null ? null : await findNewer(lists, date),
  }));
  const days = groupByDay(batches);
  const older = hasMore ? dateOfNextPage(batches) : null;
  // The last day may go on after the page.
  if (older === days.at(-1)?.localDate) days.pop();
  return { days, older, newer };
}

async function findNewer(lists: UserLists, date: string): Promise<string | null> {
  const cursor = encodeCursor({ localDate: date, kind: FIRST_KIND }, "newer");
  const query = `limit=${NEWER_STEP}&cursor=${cursor}&direction=newer`;
  const { batches, hasMore } = await fetchBatchList(lists, query, takeIdentity);
  if (batches.length === 0) return null;
  return hasMore ? batches[0]!.localDate : "newest";
}

function groupByDay(batches: readonly HomeBatch[]): Day[] {
  return [...Map.groupBy(batches, ({ localDate }) => localDate)].map(([localDate, ofDay]) => ({
    localDate,
    batches: ofDay.toSorted((left, right) => right.committedAt < left.committedAt ? -1 : 1),
  }));
}
