import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { bundleKey, manifestKey, sourceKey } from "../naming/mod.ts";
import type { BatchIdentity } from "./batch_target.ts";
import type { LogEvent } from "./log_event.ts";
import type { WidgetCommitSpec } from "./scan.ts";

/** One object to write. */
export interface PlannedPut {
  /** What the object contains. A source that cannot be written does not fail the commit. */
  readonly type: "bundle" | "manifest" | "source";
  /** The object's key. */
  readonly key: string;
  /** The widget that it belongs to; the first one, if several share a bundle. */
  readonly spec: WidgetCommitSpec;
}

/** One row of the table `widgets`, without the columns that the flip fills in. */
export interface PlannedRow
  extends Pick<WidgetCommitSpec, "position" | "name" | "widgetId" | "bundleHash" | "bundleSize"> {
  /** The manifest as JSON, its keys in their order, if it is stored in the row. jsonb would sort the keys. */
  readonly manifest: string | null;
  /** The key of the manifest's object, if it is not. */
  readonly manifestKey: string | null;
  /** The key of the source's object, if it has one. */
  readonly sourceKey: string | null;
}

/** What a commit does, as plain data, in this order. */
export interface CommitPlan {
  /** The keys to record as intents, before any object is written. */
  readonly intents: readonly string[];
  /** The objects to write, before the flip. */
  readonly puts: readonly PlannedPut[];
  /** The rows to insert in the flip, in the order of their names. */
  readonly rows: readonly PlannedRow[];
  /** Warnings about the batch. */
  readonly events: readonly LogEvent[];
}

/**
 * Plans the commit of a scanned batch (lifecycle specification, B.2).
 *
 * Two widgets with the same `widget.mjs` have the same bundle key: the envelope of the first is stored, and
 * `bundle_css_collision` is reported if the other's stylesheets may differ.
 *
 * @param batch The batch
 * @param specs The scanned widgets, in the order of their names
 * @param widgetsWithSource The names (`<NNN>_<slug>`) of the widgets whose source is stored
 *
 * @example
 * ```ts
 * import { planCommit } from "@tck/tckb/commit";
 * const plan = planCommit({ userId: "demo", localDate: "2026-03-04", kind: "morning_brief" }, [], new Set());
 * plan.intents.length; // 0
 * ```
 */
export function planCommit(
  batch: BatchIdentity,
  specs: readonly WidgetCommitSpec[],
  widgetsWithSource: ReadonlySet<string>,
): CommitPlan {
  const puts = new Map<string, PlannedPut>();
  const rows: PlannedRow[] = [];
  const events: LogEvent[] = [];
  for (const spec of specs) {
    const bundle = bundleKey(batch.userId, spec.bundleHash);
    const earlier = puts.get(bundle)?.spec;
    const row = { ...planRow(batch, spec, widgetsWithSource), bundleSize: (earlier ?? spec).bundleSize };
    rows.push(row);
    if (earlier === undefined) puts.set(bundle, { type: "bundle", key: bundle, spec });
    else if (stylesMayDiffer(earlier, spec)) events.push(buildCollisionEvent(bundle, spec.fileName));
    if (row.manifestKey !== null) puts.set(row.manifestKey, { type: "manifest", key: row.manifestKey, spec });
    if (row.sourceKey !== null) puts.set(row.sourceKey, { type: "source", key: row.sourceKey, spec });
  }
  return { intents: [...puts.keys()], puts: [...puts.values()], rows, events };
}

/**
 * Builds the event for two envelopes with the same module and different styles, of which only one is stored.
 *
 * @example
 * ```ts
 * import { buildCollisionEvent } from "@tck/tckb/commit";
 * buildCollisionEvent("widgets/demo/bundles/….tckb", "002_weather.tckb").event; // "bundle_css_collision"
 * ```
 */
export function buildCollisionEvent(key: string, fileName: string): LogEvent {
  return {
    event: "bundle_css_collision",
    level: "warning",
    message: `Bundle ${
      quote(fileName)
    } has the same widget.mjs as another bundle of its key, and other styles`,
    fileName,
    key,
  };
}

/**
 * The keys of the objects that a row references.
 *
 * @example
 * ```ts
 * import { listRowKeys } from "@tck/tckb/commit";
 * listRowKeys("demo", { bundleHash: "A".repeat(64), manifestKey: null, sourceKey: null }).length; // 1
 * ```
 */
export function listRowKeys(
  userId: string,
  row: Pick<PlannedRow, "bundleHash" | "manifestKey" | "sourceKey">,
): string[] {
  return [bundleKey(userId, row.bundleHash), row.manifestKey, row.sourceKey].filter((key) => key !== null);
}

function planRow(
  batch: BatchIdentity,
  spec: WidgetCommitSpec,
  widgetsWithSource: ReadonlySet<string>,
): PlannedRow {
  const { position, name, widgetId, bundleHash, bundleSize, manifestBytes } = spec;
  const manifest = manifestBytes.length < LIMITS.manifestObjectBytes ? readStorable(manifestBytes) : null;
  return {
    position,
    name,
    widgetId,
    bundleHash,
    bundleSize,
    manifest,
    manifestKey: manifest === null ? manifestKey(batch.userId, widgetId) : null,
    sourceKey: widgetsWithSource.has(name) ? sourceKey(batch.userId, widgetId) : null,
  };
}

function stylesMayDiffer(left: WidgetCommitSpec, right: WidgetCommitSpec): boolean {
  return left.bundleDigest !== right.bundleDigest && !(left.stylesCovered && right.stylesCovered);
}

/** A manifest as text; null if it has what jsonb cannot store: U+0000 or a lone surrogate, which JSON has only as escapes. */
function readStorable(manifestBytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(manifestBytes);
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text) ? null : text;
}
