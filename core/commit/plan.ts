import { LIMITS } from "../contract/mod.ts";
import type { JsonObject, JsonValue } from "../manifest/mod.ts";
import { quote } from "../errors/mod.ts";
import { bundleKey, manifestKey, sourceKey } from "../naming/mod.ts";
import type { LogEvent } from "./log_event.ts";
import type { BatchIdentity, WidgetCommitSpec } from "./scan.ts";

/** One object to write. */
export interface PlannedPut {
  /** What the object holds. A source is written at best effort: without it the commit continues. */
  readonly type: "bundle" | "manifest" | "source";
  /** The object's key. */
  readonly key: string;
  /** The widget it is for; of several that share a bundle, the first. */
  readonly spec: WidgetCommitSpec;
}

/** One row of the table `widgets`, without what only the flip knows. */
export interface PlannedRow {
  /** `NNN`, 1 to 999. */
  readonly position: number;
  /** `<NNN>_<slug>`. */
  readonly name: string;
  /** `w_` and 26 base32 characters. */
  readonly widgetId: string;
  /** SHA-384 of `widget.mjs`, base64url. */
  readonly bundleHash: string;
  /** Size of the envelope in bytes. */
  readonly bundleSize: number;
  /** The manifest, when it stands in the row. */
  readonly manifest: JsonObject | null;
  /** The manifest's object, when it does not. */
  readonly manifestKey: string | null;
  /** The source's object, when it is written. */
  readonly sourceKey: string | null;
}

/** What a commit does, as plain data and in this order. */
export interface CommitPlan {
  /** The keys to record as intents, before anything is written. */
  readonly intents: readonly string[];
  /** The objects to write, before the flip. */
  readonly puts: readonly PlannedPut[];
  /** The rows to insert in the flip, in `NNN` order. */
  readonly rows: readonly PlannedRow[];
  /** What is odd about the batch. */
  readonly events: readonly LogEvent[];
}

/**
 * Plans the commit of a scanned batch (lifecycle specification, B.2).
 *
 * Two widgets may have one `widget.mjs` and therefore one bundle key: the envelope of the first is stored, and
 * `bundle_css_collision` is reported when the other's differs in what the hash does not cover.
 *
 * @param batch Whose batch it is
 * @param specs What the scan found, in `NNN` order
 * @param names The names (`<NNN>_<slug>`) of the widgets that have a source to store
 *
 * @example
 * ```ts
 * import { planCommit } from "@tck/tckb";
 * const plan = planCommit({ userId: "demo", localDate: "2026-03-04", kind: "morning_brief" }, [], new Set());
 * plan.intents.length; // 0
 * ```
 */
export function planCommit(
  batch: BatchIdentity,
  specs: readonly WidgetCommitSpec[],
  names: ReadonlySet<string>,
): CommitPlan {
  const puts = new Map<string, PlannedPut>();
  const rows: PlannedRow[] = [];
  const events: LogEvent[] = [];
  for (const spec of specs) {
    const bundle = bundleKey(batch.userId, spec.bundleHash);
    const earlier = puts.get(bundle)?.spec;
    const row = { ...planRow(batch, spec, names), bundleSize: (earlier ?? spec).bundleSize };
    rows.push(row);
    if (earlier === undefined) puts.set(bundle, { type: "bundle", key: bundle, spec });
    else if (stylesMayDiffer(earlier, spec)) events.push(describeCollision(bundle, spec.fileName));
    if (row.manifestKey !== null) puts.set(row.manifestKey, { type: "manifest", key: row.manifestKey, spec });
    if (row.sourceKey !== null) puts.set(row.sourceKey, { type: "source", key: row.sourceKey, spec });
  }
  return { intents: [...puts.keys()], puts: [...puts.values()], rows, events };
}

/**
 * The event that reports that of two envelopes with one module, and different styles, only one is stored.
 *
 * @example
 * ```ts
 * import { describeCollision } from "@tck/tckb";
 * describeCollision("widgets/demo/bundles/….tckb", "002_weather.tckb").event; // "bundle_css_collision"
 * ```
 */
export function describeCollision(key: string, fileName: string): LogEvent {
  return {
    event: "bundle_css_collision",
    level: "warning",
    message: `Bundle ${
      quote(fileName)
    } shares its widget.mjs, but not its other bytes, with another under one key`,
    fileName,
    key,
  };
}

/**
 * The keys that lose their last name in a flip: those of the replaced rows and of the commit's own intents that no row
 * of the user names after it.
 *
 * @param candidates The replaced rows' keys and the commit's own intents
 * @param named Those of them that a row still names
 *
 * @example
 * ```ts
 * import { planTombstones } from "@tck/tckb";
 * planTombstones(["a", "b", "a"], new Set(["b"])); // ["a"]
 * ```
 */
export function planTombstones(candidates: Iterable<string>, named: ReadonlySet<string>): string[] {
  return [...new Set(candidates)].filter((key) => !named.has(key)).sort();
}

/**
 * The keys of the objects that a row names.
 *
 * @example
 * ```ts
 * import { listRowKeys } from "@tck/tckb";
 * listRowKeys("demo", { bundleHash: "A".repeat(64), manifestKey: null, sourceKey: null }).length; // 1
 * ```
 */
export function listRowKeys(
  userId: string,
  row: Pick<PlannedRow, "bundleHash" | "manifestKey" | "sourceKey">,
): string[] {
  return [bundleKey(userId, row.bundleHash), row.manifestKey, row.sourceKey].filter((key) => key !== null);
}

function planRow(batch: BatchIdentity, spec: WidgetCommitSpec, names: ReadonlySet<string>): PlannedRow {
  const own = spec.manifestBytes.length < LIMITS.manifestObjectBytes && isStorableInJsonb(spec.manifest);
  return {
    position: spec.position,
    name: spec.name,
    widgetId: spec.widgetId,
    bundleHash: spec.bundleHash,
    bundleSize: spec.bundleSize,
    manifest: own ? spec.manifest : null,
    manifestKey: own ? null : manifestKey(batch.userId, spec.widgetId),
    sourceKey: names.has(spec.name) ? sourceKey(batch.userId, spec.widgetId) : null,
  };
}

function stylesMayDiffer(left: WidgetCommitSpec, right: WidgetCommitSpec): boolean {
  return left.bundleDigest !== right.bundleDigest && !(left.stylesCovered && right.stylesCovered);
}

/** PostgreSQL's jsonb has no U+0000 and no lone surrogate; such a manifest becomes an object of its own, unharmed. */
function isStorableInJsonb(value: JsonValue): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorableInJsonb);
  return Object.entries(value).every(([key, member]) => isStorableInJsonb(key) && isStorableInJsonb(member));
}
