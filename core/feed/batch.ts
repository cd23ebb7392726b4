import type { BatchKind } from "../contract/mod.ts";
import type { JsonObject } from "../manifest/mod.ts";

/** One widget as the API returns it (lifecycle specification, §2). */
export interface Widget {
  /** `w_` and 26 base32 characters. */
  id: string;
  /** The manifest as it was committed. */
  manifest: JsonObject;
  /** The bundle: its hash (64 characters of base64url) and the size of its envelope, in bytes. */
  bundle: { hash: string; size: number };
}

/** One batch as the API returns it (lifecycle specification, §2). */
export interface Batch extends BatchPosition {
  /** `YYYYMMDD-<kind>`, the kind with hyphens. */
  batchId: string;
  /** When it was committed: RFC 3339, UTC. */
  committedAt: string;
  /** The widgets, in the order of their names. */
  widgets: Widget[];
}

/**
 * A position in a user's list of batches, ordered by `localDate` descending, then `kind`. Both identify a batch and never
 * change, so a batch that is committed again while its list is read keeps its position.
 */
export interface BatchPosition {
  /** `YYYY-MM-DD`, the user's day. */
  localDate: string;
  /** The kind, with underscores. */
  kind: BatchKind;
}

/** Which page of a user's list of batches to read. */
export interface BatchPageQuery {
  /** 1 to 100. */
  limit: number;
  /** `older` walks down the list, `newer` walks up. */
  direction: "older" | "newer";
  /** The position after which the page begins; null begins at the newest batch for `older`, the oldest for `newer`. */
  after: BatchPosition | null;
  /** How many bytes the JSON of the batches may have together. One batch is read in any case. @default any number */
  maxBytes?: number | undefined;
}

/** A batch as the JSON in which the API returns it: parsed, manifests take many times the memory of their text. */
export interface ListedBatch extends BatchPosition {
  /** `YYYYMMDD-<kind>`, the kind with hyphens. */
  batchId: string;
  /** When it was committed: RFC 3339, UTC. */
  committedAt: string;
  /** The whole {@linkcode Batch} as JSON, in UTF-8. */
  json: Uint8Array;
}

/** One page of batches, newest first in both directions. */
export interface BatchPage {
  /** The batches of the page. */
  batches: ListedBatch[];
  /** The position to continue from, or null on the last page. */
  next: BatchPosition | null;
}

/** The reads of the internal API. Each is limited to one user. */
export interface BatchReader {
  /** One page of the user's batches. The signal ends the reading. */
  listBatches(userId: string, query: BatchPageQuery, signal?: AbortSignal): Promise<BatchPage>;
  /** The batch of a date and kind, or null. The signal ends the reading. */
  readBatch(
    userId: string,
    localDate: string,
    kind: BatchKind,
    signal?: AbortSignal,
  ): Promise<Batch | null>;
  /** The widget with an id, or null. */
  readWidget(userId: string, widgetId: string): Promise<Widget | null>;
  /** A bundle that a widget of the user references, or did within the grace period; or null. Its object is not read. */
  findBundle(userId: string, hash: string): Promise<FoundBundle | null>;
  /**
   * The envelope of a bundle that was found, or null when it has been deleted since.
   *
   * @throws when a widget of the user references the bundle, and its object does not exist
   */
  readBundle(userId: string, bundle: FoundBundle): Promise<Uint8Array | null>;
}

/** A bundle of a user. */
export interface FoundBundle {
  /** The bundle hash. */
  hash: string;
  /** The key of its object. */
  key: string;
  /**
   * Differs after each commit that may have written the object: an envelope with the same module, and so with the same
   * hash and key, may have other stylesheets.
   */
  version: string;
  /** The size of the envelope, in bytes; null when no widget references it any more. */
  size: number | null;
}
