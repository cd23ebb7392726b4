import { type Batch, type BatchPosition, encodeCursor, formatDayQuery } from "../../../core/feed/mod.ts";
import { isBundleHash, isWidgetId, parseBatchId } from "../../../core/naming/mod.ts";
import { notFound, unavailable } from "../http/problem.ts";
import { PUBLIC_PREFIX } from "../public/public_api.ts";
import type { User } from "../bundles/permission.ts";
import { fetchUpstreamJson, type Upstream } from "../http/upstream.ts";

/** The fields of a widget that a page needs. */
export interface PageWidget {
  /** `w_` and 26 base32 characters. */
  id: string;
  hash: string;
  /** The manifest, as it was received. */
  manifest: unknown;
}

/** What identifies a batch, and what orders those of a day. */
export type BatchIdentity = Omit<Batch, "widgets">;

/** A batch of a list, with all that was received. */
export interface PageBatch extends BatchIdentity {
  /** Those with a valid bundle. */
  widgets: readonly PageWidget[];
  bundleHashes: readonly string[];
  /** Its widgets, as they were received. */
  received: readonly unknown[];
  /** The manifests of these. */
  manifests: readonly unknown[];
}

/** Takes what a page needs of a batch: all else is let go of before the next list is asked for. */
export type TakeBatch<Taken> = (batch: PageBatch) => Taken | Promise<Taken>;

/** The lists of a user, while it is the user's turn. */
export interface UserLists {
  /** Fetches a list and reads its batches. */
  read<Taken>(query: string, read: ReadEntries<Taken>): Promise<ReadList<Taken>>;
}

/** Reads the batches of a list, as they were received. */
type ReadEntries<Taken> = (entries: readonly unknown[]) => Promise<Taken>;

/**
 * Reads all lists of a page when it is the user's turn, one after another: a list that is parsed takes many times the memory of
 * its text, and a page that waits has none of it.
 */
export async function readInTurn<Read>(
  cloud: Upstream,
  reader: User,
  read: (lists: UserLists) => Promise<Read>,
): Promise<Read> {
  const { signal } = reader.caller.request;
  return await cloud.lists.run(
    reader.bearer,
    signal,
    () => read({ read: (query, readEntries) => fetchList(cloud, reader, query, readEntries) }),
  );
}

/** Takes what identifies a batch. */
export function takeIdentity({ batchId, localDate, kind, committedAt }: BatchIdentity): BatchIdentity {
  return { batchId, localDate, kind, committedAt };
}

/**
 * Fetches as many of the newest batches as the query asks for, in several requests where the size of an answer ends
 * it earlier. A batch that cannot be read is left out.
 *
 * @throws {ProblemError} the cloud's, or `upstream.unavailable` when the response is not a list, or nothing of it can
 * be read
 */
export async function fetchBatches<Taken>(
  lists: UserLists,
  query: string,
  take: TakeBatch<Taken>,
): Promise<Taken[]> {
  const read = await Array.fromAsync(walkList(lists, query, (entries) => takeReadable(entries, take)));
  return requireReadable(read.flatMap(({ taken }) => taken), read.some(({ count }) => count > 0));
}

export interface BatchList<Taken> {
  /** What was taken of each batch that can be read. */
  batches: Taken[];
  /** Whether the list goes on after the page. */
  hasMore: boolean;
}

/**
 * Fetches one page, which may have fewer batches than the query asks for.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function fetchBatchList<Taken>(
  lists: UserLists,
  query: string,
  take: TakeBatch<Taken>,
): Promise<BatchList<Taken>> {
  const list = await lists.read(query, (entries) => takeReadable(entries, take));
  return { batches: requireReadable(list.taken, list.count > 0), hasMore: list.next !== null };
}

/**
 * The date that the next page begins with: the last day of this page, which may continue there, or the day before if
 * the page has only one day.
 */
export function dateOfNextPage(batches: readonly Pick<BatchIdentity, "localDate">[]): string | null {
  const [first, last] = [batches[0], batches.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first.localDate !== last.localDate) return last.localDate;
  return new Date(Date.parse(last.localDate) - DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

async function takeReadable<Taken>(entries: readonly unknown[], take: TakeBatch<Taken>): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const entry of entries) {
    const batch = tryReadBatch(entry);
    if (batch !== null) taken.push(await take(batch));
  }
  return taken;
}

function requireReadable<Taken>(taken: Taken[], hasEntries: boolean): Taken[] {
  return hasEntries && taken.length === 0 ? throwInvalid() : taken;
}

/** A page of the list, of which the batches were read. */
export interface ReadList<Taken> {
  readonly taken: Taken;
  /** How many batches it had. */
  readonly count: number;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

async function fetchList<Taken>(
  cloud: Upstream,
  reader: User,
  query: string,
  read: ReadEntries<Taken>,
): Promise<ReadList<Taken>> {
  const path = `${PUBLIC_PREFIX}?${query}`;
  type Answer = { batches?: unknown; nextCursor?: unknown } | null;
  const { value } = await fetchUpstreamJson<Answer>(cloud, { path, ...reader });
  if (!Array.isArray(value?.batches)) return throwInvalid();
  const { batches, nextCursor } = value;
  const next = typeof nextCursor === "string" ? nextCursor : null;
  return { taken: await read(batches), count: batches.length, next };
}

/** The pages of the list until they have as many batches as the query asks for. */
async function* walkList<Taken>(
  lists: UserLists,
  query: string,
  read: ReadEntries<Taken>,
): AsyncGenerator<ReadList<Taken>> {
  const parameters = new URLSearchParams(query);
  for (let left = Number(parameters.get("limit")); left > 0;) {
    const list = await lists.read(parameters.toString(), read);
    yield list;
    if (list.next === null || list.count === 0) return;
    left -= list.count;
    parameters.set("cursor", list.next);
    parameters.set("limit", String(left));
  }
}

/** A batch, and the day in whose list it is. */
interface WantedBatch {
  batchId: string;
  localDate: string;
}

/**
 * Finds one batch of the bearer's user, of any kind, in the list (lifecycle specification, D.4 step 2).
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}, or `daily_page.not_found`
 */
export async function findBatch<Taken>(
  lists: UserLists,
  { batchId, localDate }: WantedBatch,
  take: TakeBatch<Taken>,
): Promise<Taken> {
  const read = async (entries: readonly unknown[]) => {
    let isUnclear = false;
    for (const entry of entries) {
      const batch = tryReadBatch(entry);
      if (batch?.batchId === batchId) return { found: await take(batch), isUnclear };
      // The batch that cannot be read may be the requested one.
      isUnclear ||= batch === null;
    }
    return { isUnclear };
  };
  let isUnclear = false;
  for await (const { taken } of walkList(lists, formatDayQuery(localDate), read)) {
    if ("found" in taken) return taken.found;
    isUnclear ||= taken.isUnclear;
  }
  if (isUnclear) return throwInvalid();
  throw notFound("batch", batchId, "the user has none");
}

/** The batches before and after one in the list. */
export interface Neighbours {
  older: BatchIdentity | null;
  newer: BatchIdentity | null;
}

/**
 * Finds the batches next to one, whether that one exists or not.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function findNeighbours(lists: UserLists, position: BatchPosition): Promise<Neighbours> {
  const find = async (direction: "older" | "newer") => {
    const query = `limit=1&cursor=${encodeCursor(position, direction)}&direction=${direction}`;
    const { taken } = await lists.read(query, ([entry]) => {
      // A neighbour that cannot be read has no link, and the page of the batch is shown.
      const batch = entry === undefined ? null : tryReadBatch(entry);
      return Promise.resolve(batch && takeIdentity(batch));
    });
    return taken;
  };
  return { older: await find("older"), newer: await find("newer") };
}

interface UncheckedBatch {
  batchId?: unknown;
  committedAt?: unknown;
  widgets?: unknown;
}

/** @throws {ProblemError} `upstream.unavailable` when it cannot be read */
export function readPageBatch(value: unknown): PageBatch {
  return tryReadBatch(value) ?? throwInvalid();
}

function tryReadBatch(value: unknown): PageBatch | null {
  const { batchId, committedAt, widgets } = (value ?? {}) as UncheckedBatch;
  const identity = typeof batchId === "string" ? parseBatchId(batchId) : null;
  if (!identity || typeof committedAt !== "string" || !Array.isArray(widgets)) return null;
  const valid = widgets.flatMap(readWidget);
  return {
    batchId: batchId as string,
    ...identity,
    committedAt,
    widgets: valid,
    bundleHashes: valid.map(({ hash }) => hash),
    received: widgets,
    manifests: widgets.map((widget) => widget?.manifest),
  };
}

interface UncheckedWidget {
  id?: unknown;
  manifest?: unknown;
  bundle?: { hash?: unknown } | null;
}

/** An invalid widget is left out: its card fails, and the canvas shows the others. */
function readWidget(widget: UncheckedWidget | null): PageWidget[] {
  const { id, manifest, bundle } = widget ?? {};
  const hash = bundle?.hash;
  if (typeof hash !== "string" || !isBundleHash(hash)) return [];
  return [{ id: typeof id === "string" && isWidgetId(id) ? id : "", hash, manifest }];
}

function throwInvalid(): never {
  throw unavailable("The service behind sent a batch that cannot be read");
}
