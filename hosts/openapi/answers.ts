import * as v from "valibot";
import { BATCH_KINDS } from "../../core/contract/mod.ts";
import { BUNDLE_HASH, WIDGET_ID } from "../routes/http/mod.ts";

export const WIDGET = v.strictObject({
  id: WIDGET_ID,
  manifest: v.pipe(
    v.record(v.string(), v.any()),
    v.description("The manifest as its author wrote it. Ignore fields that you do not know"),
  ),
  bundle: v.strictObject({
    hash: BUNDLE_HASH,
    size: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("The size of the envelope in bytes")),
  }),
});

export const BATCH = v.strictObject({
  batchId: v.pipe(
    v.string(),
    v.regex(/^[0-9]{8}-[a-z-]{1,32}$/),
    v.description("The date as YYYYMMDD, and the kind with hyphens"),
  ),
  localDate: v.pipe(v.string(), v.isoDate(), v.description("The user's day")),
  kind: v.picklist(BATCH_KINDS),
  committedAt: v.pipe(v.string(), v.isoTimestamp(), v.description("When the batch was committed, in UTC")),
  widgets: v.pipe(v.array(WIDGET), v.description("The widgets in the order of their numbers")),
});

export const BATCH_LIST = v.strictObject({
  batches: v.pipe(v.array(BATCH), v.description("Newest first")),
  nextCursor: v.pipe(
    v.nullable(v.string()),
    v.description("The cursor of the next page, or null on the last"),
  ),
});

/** An error (RFC 9457). */
export const PROBLEM = v.strictObject({
  type: v.pipe(v.string(), v.description("urn:tck:problem: and the code")),
  title: v.pipe(v.string(), v.description("What the code means")),
  status: v.pipe(v.number(), v.integer()),
  detail: v.pipe(v.string(), v.description("What is wrong with this request")),
  code: v.pipe(v.string(), v.description("The stable name of the error")),
});

/** What the commit of a batch did. */
export const COMMITTED_BATCH = v.strictObject({
  batchId: v.pipe(v.string(), v.description("The date as YYYYMMDD, and the kind with hyphens")),
  revision: v.pipe(v.string(), v.uuid(), v.description("The commit's id, as the history has it")),
  committedAt: v.pipe(v.string(), v.isoTimestamp(), v.description("When it was committed, in UTC")),
  replaced: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("How many widgets it replaced")),
  widgets: v.pipe(
    v.nullable(v.array(v.strictObject({
      id: WIDGET_ID,
      name: v.pipe(v.string(), v.description("The name of the file without .tckb")),
      hash: BUNDLE_HASH,
      size: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.description("The size of the envelope in bytes"),
      ),
    }))),
    v.description(
      "The widgets in the order of their names; null in a repeat whose revision is no longer kept",
    ),
  ),
  warnings: v.pipe(
    v.array(v.looseObject({ event: v.string(), level: v.string(), message: v.string() })),
    v.description("What was wrong with the bundles without failing the commit. A repeat has none"),
  ),
  repeated: v.pipe(
    v.boolean(),
    v.description("Whether an earlier request with the key was committed, and this one changed nothing"),
  ),
});

/** The state of the session that a bearer was exchanged for. */
export const SESSION = v.strictObject({ state: v.picklist(["live", "ended"]) });
