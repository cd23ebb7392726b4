/**
 * The keys that a flip must put on tombstones: those of the replaced rows and of the commit's intents that no row of the
 * user references after it.
 *
 * @param candidates The keys of the replaced rows and of the commit's intents
 * @param referenced Those of them that a row still references
 */
export function planTombstones(candidates: Iterable<string>, referenced: ReadonlySet<string>): string[] {
  return [...new Set(candidates)].filter((key) => !referenced.has(key)).sort();
}
