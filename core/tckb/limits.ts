import { LIMITS } from "../contract/mod.ts";

/** The limits of a reader; the defaults are in `LIMITS`. */
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
  /** Largest `manifest.json`, in bytes. */
  readonly manifestBytes: number;
  /** Largest other JSON entry, in bytes. */
  readonly recordBytes: number;
  /** Deepest nesting of any JSON entry, in levels. */
  readonly jsonDepth: number;
  /** Most values of any JSON entry. */
  readonly jsonValues: number;
}

/**
 * The limits of a bundle that is committed and served: reading a stranger's bundle may not delay other
 * requests.
 *
 * @example
 * ```ts
 * import { COMMITTED_LIMITS, readTckb, writeTckb } from "@tck/tckb";
 * const bytes = await writeTckb({ manifest: { id: "a" }, module: new TextEncoder().encode("export default 1") });
 * await readTckb(bytes, { limits: COMMITTED_LIMITS });
 * ```
 */
export const COMMITTED_LIMITS: Pick<
  TckbLimits,
  "envelopeBytes" | "entryBytes" | "totalEntryBytes" | "jsonValues"
> = {
  envelopeBytes: LIMITS.committedBytes,
  entryBytes: LIMITS.committedBytes,
  totalEntryBytes: LIMITS.committedBytes,
  jsonValues: LIMITS.manifestValues,
};

/** The given limits, completed by the defaults. Nothing exceeds a limit that is undefined or NaN, so neither is used. */
export function completeLimits(limits: Partial<TckbLimits> | undefined): TckbLimits {
  if (!limits) return LIMITS;
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  for (const [name, limit] of given) {
    if (!(limit >= 0)) {
      throw new RangeError(`Cannot use ${limit} as the limit ${name}: it is negative or not a number`);
    }
  }
  return { ...LIMITS, ...Object.fromEntries(given) };
}
