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

/** The fields of a batch that a page needs. */
export interface PageBatch extends Omit<Batch, "widgets"> {
  /** Those with a valid bundle. */
  widgets: readonly PageWidget[];
  bundleHashes: readonly string[];
  /** The manifests of its widgets, as they were received. */
  manifests: readonly unknown[];
}

/**
 * Fetches as many of the newest batches as the query asks for, in several requests where the size of an answer ends
 * it earlier. A batch that cannot be read is left out.
 *
 * @throws {ProblemError} the cloud's, or `upstream.unavailable` when the response is not a list, or nothing of it can
 * be read
 */
export async function fetchBatches(cloud: Upstream, reader: User, query: string): Promise<PageBatch[]> {
  const lists = await Array.fromAsync(walkList(cloud, reader, query));
  return readBatches(lists.flatMap(({ entries }) => entries));
}

/** A page of the list. */
export interface BatchList {
  /** Those that can be read. */
  batches: PageBatch[];
  /** Whether the list goes on after the page. */
  hasMore: boolean;
}

/**
 * Fetches one page, which may have fewer batches than the query asks for.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function fetchBatchList(cloud: Upstream, reader: User, query: string): Promise<BatchList> {
  const { entries, next } = await fetchList(cloud, reader, query);
  return { batches: readBatches(entries), hasMore: next !== null };
}

/**
 * The date that the next page begins with: the last day of this page, which may continue there, or the day before if
 * the page has only one day.
 */
export function dateOfNextPage(batches: readonly Pick<PageBatch, "localDate">[]): string | null {
  const [first, last] = [batches[0], batches.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first.localDate !== last.localDate) return last.localDate;
  return new Date(Date.parse(last.localDate) - DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

function readBatches(entries: readonly unknown[]): PageBatch[] {
  const batches = entries.map(tryReadBatch).filter((batch) => batch !== null);
  if (entries.length > 0 && batches.length === 0) return throwInvalid();
  return batches;
}

/** A page of the list as it was received. */
interface ReceivedList {
  readonly entries: readonly unknown[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

async function fetchList(cloud: Upstream, reader: User, query: string): Promise<ReceivedList> {
  const path = `${PUBLIC_PREFIX}?${query}`;
  type Answer = { batches?: unknown; nextCursor?: unknown } | null;
  const { value } = await fetchUpstreamJson<Answer>(cloud, { path, ...reader });
  if (!Array.isArray(value?.batches)) return throwInvalid();
  return { entries: value.batches, next: typeof value.nextCursor === "string" ? value.nextCursor : null };
}

/** The pages of the list until they have as many batches as the query asks for. */
async function* walkList(cloud: Upstream, reader: User, query: string): AsyncGenerator<ReceivedList> {
  const parameters = new URLSearchParams(query);
  for (let left = Number(parameters.get("limit")); left > 0;) {
    const list = await fetchList(cloud, reader, parameters.toString());
    yield list;
    if (list.next === null || list.entries.length === 0) return;
    left -= list.entries.length;
    parameters.set("cursor", list.next);
    parameters.set("limit", String(left));
  }
}

/**
 * Finds one batch of the bearer's user, of any kind, in the list (lifecycle specification, D.4 step 2).
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}, or `daily_page.not_found`
 */
export async function findBatch(cloud: Upstream, reader: User, wanted: WantedBatch): Promise<PageBatch> {
  return readPageBatch(await findFullBatch(cloud, reader, wanted));
}

/** A batch, and the day in whose list it is. */
interface WantedBatch {
  batchId: string;
  localDate: string;
}

/**
 * Finds one batch as {@linkcode findBatch} does, with its widgets as they were received.
 *
 * @throws {ProblemError} as {@linkcode findBatch}
 */
export async function findFullBatch(
  cloud: Upstream,
  reader: User,
  { batchId, localDate }: WantedBatch,
): Promise<Batch> {
  let isUnclear = false;
  for await (const { entries } of walkList(cloud, reader, formatDayQuery(localDate))) {
    const batch = entries.find((one) => tryReadBatch(one)?.batchId === batchId);
    if (batch !== undefined) return { ...readPageBatch(batch), widgets: (batch as Batch).widgets };
    // The one that cannot be read may be the one that is asked for.
    isUnclear ||= entries.some((one) => tryReadBatch(one) === null);
  }
  if (isUnclear) return throwInvalid();
  throw notFound("batch", batchId, "the user has none");
}

/** The batches before and after one in the list. */
export interface Neighbours {
  older: PageBatch | null;
  newer: PageBatch | null;
}

/**
 * Finds the batches next to one, whether that one exists or not.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function findNeighbours(
  cloud: Upstream,
  reader: User,
  position: BatchPosition,
): Promise<Neighbours> {
  const find = async (direction: "older" | "newer") => {
    const query = `limit=1&cursor=${encodeCursor(position, direction)}&direction=${direction}`;
    // A neighbour that cannot be read has no link, and the page of the batch is shown.
    const { entries: [entry] } = await fetchList(cloud, reader, query);
    return entry === undefined ? null : tryReadBatch(entry);
  };
  const [older, newer] = await Promise.all([find("older"), find("newer")]);
  return { older, newer };
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
