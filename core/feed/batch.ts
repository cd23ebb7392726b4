import type { BatchKind } from "../contract/mod.ts";
import type { JsonObject } from "../manifest/manifest.ts";

/** One widget as the API gives it (lifecycle specification, §2). */
export interface Widget {
  /** `w_` and 26 base32 characters. */
  id: string;
  /** The manifest as it was committed. */
  manifest: JsonObject;
  /** The bundle: its hash (64 characters of base64url) and the size of its envelope in bytes. */
  bundle: { hash: string; size: number };
}

/** One batch as the API gives it (lifecycle specification, §2). Widgets are in `NNN` order. */
export interface Batch {
  /** `YYYYMMDD-<kind>`, the kind with hyphens. */
  batchId: string;
  /** `YYYY-MM-DD`, the user's day. */
  localDate: string;
  /** The kind, with underscores. */
  kind: BatchKind;
  /** When it was committed: RFC 3339, UTC. */
  committedAt: string;
  /** The widgets, in `NNN` order. */
  widgets: Widget[];
}

/** A place in a user's list of batches: the order is `localDate` descending, then `committedAt` descending, then `kind`. */
export interface BatchPosition {
  /** `YYYY-MM-DD`. */
  localDate: string;
  /** RFC 3339, UTC, with as many decimals as the database keeps: a rounded one would skip or repeat batches. */
  committedAt: string;
  /** The kind, with underscores. */
  kind: BatchKind;
}

/** Which page of a user's list of batches is wanted. */
export interface BatchPageQuery {
  /** 1 to 100. */
  limit: number;
  /** `older` walks down the list, `newer` walks up. */
  direction: "older" | "newer";
  /** The position after which the page begins, or null for the list's end that the direction starts from. */
  after: BatchPosition | null;
}

/** One page of batches: always newest first, whichever way it was walked to. */
export interface BatchPage {
  /** The batches of the page. */
  batches: Batch[];
  /** The position to go on from, or null at the end. */
  next: BatchPosition | null;
}

/** What the storage service reads to answer the internal API. Every read is scoped by the user. */
export interface BatchReader {
  /** One page of the user's batches. */
  listBatches(userId: string, query: BatchPageQuery): Promise<BatchPage>;
  /** The batch of a day and kind, or null. */
  readBatch(userId: string, localDate: string, kind: BatchKind): Promise<Batch | null>;
  /** The widget of an id, or null. */
  readWidget(userId: string, widgetId: string): Promise<Widget | null>;
  /** The key and the size in bytes of a bundle that one of the user's widgets names (or named within the grace period), or null. */
  findBundle(userId: string, hash: string): Promise<{ key: string; size: number } | null>;
}
