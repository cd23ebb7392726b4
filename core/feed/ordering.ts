let collator: Intl.Collator | undefined;

/** Made when labels are first compared: to make it takes longer than to load most modules, and most processes compare none. */
function labelCollator(): Intl.Collator {
  return collator ??= new Intl.Collator("en", { numeric: true });
}

/**
 * Compares two labels for sorting: digits by their number (`2` before `10`), letters by the English collation, and labels
 * that are equal in both by UTF-16 units, so that only equal labels compare as 0 (preview specification, §2).
 *
 * @returns A negative number, 0 or a positive number
 *
 * @example
 * ```ts
 * import { compareLabels } from "@tck/tckb/feed";
 * ["10_news", "9_news", "009_news"].sort(compareLabels); // ["009_news", "9_news", "10_news"]
 * ```
 */
export function compareLabels(one: string, other: string): number {
  return labelCollator().compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
