import { Buffer } from "node:buffer";
import { type Kysely, sql } from "kysely";
import pLimit from "p-limit";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type {
  Batch,
  BatchPage,
  BatchPageQuery,
  BatchReader,
  FoundBundle,
  ListedBatch,
  Widget,
} from "../../core/feed/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { type JsonObject, stringifyJson } from "../../core/manifest/mod.ts";
import { bundleKey, formatBatchId, formatWidgetId } from "../../core/naming/mod.ts";
import { pauseWork } from "../time/mod.ts";
import { anyOf } from "./any_of.ts";
import type { Database } from "./database.ts";
import { DatabaseError } from "./errors.ts";
import { gatherReads } from "./gather_reads.ts";
import { readBundledManifest } from "./stored_manifest.ts";
import type { Tables } from "./tables.ts";

/**
 * Reads batches from the database; manifests of 32 KB and more from the object store (lifecycle specification, B.2).
 * Each read is one statement, so a batch is seen whole, as it was before a commit or after it.
 *
 * A bundle is found as long as a widget of the user references it, and for the grace period after that.
 *
 * @throws {DatabaseError} From each read of an object: `database.object_missing` if a row references an object that
 * does not exist, or is not what was committed
 */
export function createBatchReader({ kysely }: Database, objects: ObjectStore): BatchReader {
  const findBundle = gatherReads((wanted: readonly BundleName[]) => findBundles(kysely, wanted));
  return {
    listBatches: (userId, query, signal) => listBatches(kysely, readUntil(objects, signal), userId, query),
    async readBatch(userId, localDate, kind, signal) {
      const rows = await selectRows(kysely).where("user_id", "=", userId)
        .where("local_date", "=", localDate).where("kind", "=", kind)
        .orderBy("name").execute();
      return (await groupBatches(readUntil(objects, signal), rows))[0] ?? null;
    },
    async readWidget(userId, widgetId) {
      const row = await selectRows(kysely).where("user_id", "=", userId)
        .where("widget_id", "=", widgetId).executeTakeFirst();
      return row === undefined ? null : await readWidget(objects, row);
    },
    findBundle: (userId, hash) => findBundle({ userId, hash }),
    async readBundle(userId, { hash, key }) {
      const bytes = await objects.get(key);
      if (bytes === null && await isInRow(kysely, userId, hash)) throw createMissingError(key);
      return bytes;
    },
  };
}

type ObjectReads = Pick<ObjectStore, "get">;

/** Reads objects until a signal aborts. */
function readUntil(objects: ObjectReads, signal: AbortSignal | undefined): ObjectReads {
  return {
    get: async (key, options) => {
      signal?.throwIfAborted();
      return await objects.get(key, { ...options, signal });
    },
  };
}

type WidgetRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

/** The jsonb of a manifest, where there is no text. */
const WITHOUT_TEXT = sql<JsonObject | null>`case when manifest_text is null then manifest_json end`;

/** The most bytes of a manifest in an object. Numbers may be longer than in the bundle, whose manifest has 1 MiB. */
const MAX_MANIFEST_BYTES = 4 << 20;

/** How many objects are read at the same time. */
const MAX_PARALLEL_READS = 16;

function selectRows(database: Kysely<Tables>) {
  return database.selectFrom("widgets").select([
    sql<string>`to_char(widgets.local_date, 'YYYY-MM-DD')`.as("local_date"),
    "widgets.kind",
    "widgets.committed_at",
    "user_id",
    "widget_id",
    "name",
    "bundle_hash",
    "bundle_size",
    "manifest_text",
    WITHOUT_TEXT.as("manifest_json"),
    "manifest_object_key",
  ]);
}

async function listBatches(
  database: Kysely<Tables>,
  objects: ObjectReads,
  userId: string,
  query: BatchPageQuery,
): Promise<BatchPage> {
  const { rows, found } = await selectPage(database, userId, query);
  const batches: ListedBatch[] = [];
  let bytes = 0;
  // One after another: the objects of one batch are in memory at a time.
  const { maxBytes = Infinity } = query;
  for (const ofBatch of groupRows(rows)) {
    if (bytes > maxBytes) break;
    const batch = await writeBatch(objects, ofBatch);
    bytes += batch.json.length;
    if (batches.length > 0 && bytes > maxBytes) break;
    batches.push(batch);
  }
  const last = batches.at(-1);
  const next = found > batches.length && last !== undefined
    ? { localDate: last.localDate, kind: last.kind }
    : null;
  return { batches: query.direction === "older" ? batches : batches.reverse(), next };
}

/** The fewest bytes that the JSON of a widget has beside its manifest. */
const WIDGET_BYTES = 128;

interface FoundPage {
  /** In the direction of the query. */
  readonly rows: readonly WidgetRow[];
  /** How many batches were found: those of the rows, and one more if there is one. */
  readonly found: number;
}

/**
 * Reads the rows of the batches whose JSON can have `maxBytes`, and at least of one. The database finds one batch after
 * another and adds up the bytes of its rows, so that no more are read. A manifest that is not in its row as text counts as
 * the smallest that is in an object.
 */
async function selectPage(
  database: Kysely<Tables>,
  userId: string,
  { limit, direction, after, maxBytes = Number.MAX_SAFE_INTEGER }: BatchPageQuery,
): Promise<FoundPage> {
  const older = direction === "older";
  const [down, up] = (older ? ["desc", "asc"] : ["asc", "desc"]).map((order) => sql.raw(order));
  const [before, beyond] = (older ? ["<", ">"] : [">", "<"]).map((comparison) => sql.raw(comparison));
  const start = after ?? { localDate: older ? "infinity" : "-infinity", kind: "" };
  const { rows } = await sql<WidgetRow & { found: number }>`
    with recursive page as (
      select ${start.localDate}::date as local_date, ${start.kind}::text collate "C" as kind, 0 as place, 0::bigint as bytes
      union all
      select next.local_date, next.kind, page.place + 1, page.bytes + size.bytes
      from page cross join lateral (
        select local_date, kind from widgets
        where user_id = ${userId} and local_date ${before}= page.local_date
          and (local_date ${before} page.local_date or kind ${beyond} page.kind)
        order by local_date ${down}, kind ${up} limit 1
      ) as next cross join lateral (
        select sum(coalesce(octet_length(manifest_text), ${LIMITS.manifestObjectBytes}) + ${WIDGET_BYTES}) as bytes
        from widgets
        where user_id = ${userId} and local_date = next.local_date and kind = next.kind
      ) as size
      where page.place <= ${limit} and (page.place <= 1 or page.bytes <= ${maxBytes})
    )
    select to_char(local_date, 'YYYY-MM-DD') as local_date, kind, committed_at,
      user_id, widget_id, name, bundle_hash, bundle_size, manifest_text, ${WITHOUT_TEXT} as manifest_json,
      manifest_object_key, (select max(place) from page) as found
    from page join widgets using (local_date, kind)
    where user_id = ${userId} and place between 1 and ${limit} and (place = 1 or bytes <= ${maxBytes})
    order by place, name`.execute(database);
  return { rows, found: rows[0]?.found ?? 0 };
}

/** The rows of each batch, which are contiguous. */
function groupRows(rows: readonly WidgetRow[]): WidgetRow[][] {
  return [...Map.groupBy(rows, (row) => formatBatchId(row.local_date, row.kind)).values()];
}

async function groupBatches(objects: ObjectReads, rows: readonly WidgetRow[]): Promise<Batch[]> {
  const widgets = await pLimit(MAX_PARALLEL_READS).map(rows, async (row) => {
    await pauseWork(); // A batch may have many manifests.
    return await readWidget(objects, row);
  });
  let at = 0;
  return groupRows(rows).map((ofBatch) => ({
    ...describeBatch(ofBatch[0]!),
    widgets: widgets.slice(at, at += ofBatch.length),
  }));
}

/** Writes the batch of rows as JSON. */
async function writeBatch(objects: ObjectReads, rows: readonly WidgetRow[]): Promise<ListedBatch> {
  const widgets = await pLimit(MAX_PARALLEL_READS).map(rows, async (row) => {
    await pauseWork(); // A batch may have many manifests.
    return await writeWidget(objects, row);
  });
  const batch = describeBatch(rows[0]!);
  const parts = widgets.flatMap((widget, index) => index === 0 ? widget : [encode(","), ...widget]);
  const start = encode(`${JSON.stringify(batch).slice(0, -1)},"widgets":[`);
  return { ...batch, json: Buffer.concat([start, ...parts, encode("]}")]) };
}

function describeBatch(row: WidgetRow): Omit<Batch, "widgets"> {
  return {
    batchId: formatBatchId(row.local_date, row.kind),
    localDate: row.local_date,
    kind: row.kind,
    committedAt: row.committed_at.toISOString(),
  };
}

async function readWidget(objects: ObjectReads, row: WidgetRow): Promise<Widget> {
  return {
    id: row.widget_id,
    manifest: JSON.parse(new TextDecoder().decode(await readManifest(objects, row))),
    bundle: { hash: row.bundle_hash, size: row.bundle_size },
  };
}

/** The parts of a widget's JSON. */
async function writeWidget(objects: ObjectReads, row: WidgetRow): Promise<Uint8Array[]> {
  const bundle = JSON.stringify({ hash: row.bundle_hash, size: row.bundle_size });
  return [
    encode(`{"id":${JSON.stringify(row.widget_id)},"manifest":`),
    await readManifest(objects, row),
    encode(`,"bundle":${bundle}}`),
  ];
}

/** The JSON of a manifest, its keys as they were committed. A row that an earlier version wrote has no text, and its bundle has them. */
async function readManifest(objects: ObjectReads, row: WidgetRow): Promise<Uint8Array> {
  const { manifest_text: text, manifest_json: manifest, user_id: userId, bundle_hash: bundleHash } = row;
  if (row.manifest_object_key !== null) {
    return await readManifestObject(objects, row, row.manifest_object_key);
  }
  if (text !== null) return encode(text);
  const sorted = { userId, bundleHash, manifest: manifest! };
  const bundled = await readBundledManifest(objects, sorted).catch(() => null);
  return encode(bundled ?? stringifyJson(manifest!));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Others may write to the store: the widget's id reports whether the object is the manifest that was committed. */
async function readManifestObject(objects: ObjectReads, row: WidgetRow, key: string): Promise<Uint8Array> {
  const bytes = await objects.get(key, { maxBytes: MAX_MANIFEST_BYTES });
  if (bytes === null) throw createMissingError(key);
  const { user_id: userId, local_date: localDate, kind, name, bundle_hash: bundleHash } = row;
  const id = await formatWidgetId({ userId, localDate, kind, name, bundleHash, manifestBytes: bytes });
  if (id !== row.widget_id) {
    const message =
      `Cannot read object "${key}": it is not the manifest that widget ${row.widget_id} was committed with`;
    throw new DatabaseError("database.object_missing", message);
  }
  return bytes;
}

interface BundleName {
  readonly userId: string;
  readonly hash: string;
}

async function findBundles(
  database: Kysely<Tables>,
  wanted: readonly BundleName[],
): Promise<(FoundBundle | null)[]> {
  const users = Map.groupBy(wanted, ({ userId }) => userId);
  const found = await Promise.all(
    [...users].map(([userId, names]) => findBundlesOf(database, userId, names.map(({ hash }) => hash))),
  );
  const bundles = new Map(found.flat().map((bundle) => [bundle.key, bundle]));
  return wanted.map(({ userId, hash }) => bundles.get(bundleKey(userId, hash)) ?? null);
}

/** The version is the time of the newest commit with the bundle, which wrote its object last, or the end of its grace period. */
async function findBundlesOf(
  database: Kysely<Tables>,
  userId: string,
  hashes: readonly string[],
): Promise<FoundBundle[]> {
  const names = new Map(hashes.map((hash) => [hash, bundleKey(userId, hash)]));
  const { rows } = await sql<{ name: string; time: Date; size: number | null }>`
    (select distinct on (bundle_hash) bundle_hash as name, committed_at as time, bundle_size as size from widgets
      where user_id = ${userId} and bundle_hash = ${anyOf([...names.keys()])}
      order by bundle_hash, committed_at desc)
    union all
    select key, not_before, null from tombstones
      where key = ${anyOf([...names.values()])} and not_before > clock_timestamp()`.execute(database);
  const found = new Map(rows.map((row) => [row.name, row]));
  return [...names].flatMap(([hash, key]) => {
    const row = found.get(hash) ?? found.get(key);
    return row === undefined ? [] : [{ hash, key, version: row.time.getTime().toString(36), size: row.size }];
  });
}

/** Whether a widget of the user references the bundle now, so that its object must exist. */
async function isInRow(database: Kysely<Tables>, userId: string, hash: string): Promise<boolean> {
  const row = await database.selectFrom("widgets").select("widget_id")
    .where("user_id", "=", userId).where("bundle_hash", "=", hash).limit(1).executeTakeFirst();
  return row !== undefined;
}

function createMissingError(key: string): DatabaseError {
  const message = `Cannot read object "${key}": a widget references it, but it is not in the object store`;
  return new DatabaseError("database.object_missing", message);
}
