import { LIMITS } from "../contract/mod.ts";

/** The limits that a reader keeps to; each has its unit and default in `LIMITS`. */
export interface TckbLimits {
  /** Largest whole envelope, in bytes. */
  readonly envelopeBytes: number;
  /** Largest single entry after inflation, in bytes. */
  readonly entryBytes: number;
  /** Largest sum of all entries after inflation, in bytes. */
  readonly totalEntryBytes: number;
  /** Most entries. */
  readonly entries: number;
  /** Longest entry name, in bytes of UTF-8. */
  readonly entryNameBytes: number;
  /** Largest `manifest.json`, in bytes; it holds for every JSON entry that is read. */
  readonly manifestBytes: number;
  /** Deepest nesting of any JSON entry, in levels. */
  readonly jsonDepth: number;
}

/** The limits to keep to: the given ones, and the defaults for the rest. */
export function completeLimits(limits: Partial<TckbLimits> | undefined): TckbLimits {
  return limits === undefined ? LIMITS : { ...LIMITS, ...limits };
}
