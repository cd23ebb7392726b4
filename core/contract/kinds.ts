/**
 * The batch kinds as they appear on the wire, with underscores (lifecycle specification, phase C).
 *
 * @example
 * ```ts
 * import { BATCH_KINDS } from "@tck/tckb";
 * BATCH_KINDS.includes("morning_brief"); // true
 * ```
 */
export const BATCH_KINDS = ["welcome", "feature_intro", "morning_brief", "evening_brief", "diary"] as const;

/** A batch kind as it appears on the wire, with underscores. */
export type BatchKind = typeof BATCH_KINDS[number];

/**
 * The kinds whose batches can be fetched one by one: the path parameter of the single-batch route accepts no others
 * (lifecycle specification, phase C).
 *
 * @example
 * ```ts
 * import { SINGLE_BATCH_KINDS } from "@tck/tckb";
 * SINGLE_BATCH_KINDS.includes("morning_brief"); // true
 * ```
 */
export const SINGLE_BATCH_KINDS = ["morning_brief", "evening_brief"] as const;
