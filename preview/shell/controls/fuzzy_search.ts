import uFuzzy from "@leeoniya/ufuzzy";

/** One typing error in a term is allowed: a wrong, missing, additional or swapped letter. */
const FUZZY = new uFuzzy({ intraMode: 1 });

/** The items that a query finds, the best first. @param textsOf what is searched of an item */
export function fuzzySearch<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => readonly string[],
): Item[] {
  const haystack = items.map((item) => textsOf(item).join(" \u00b7 "));
  const [found, info, order] = FUZZY.search(haystack, query.trim(), 1);
  if (found === null) return [];
  const ranked = info === null || order === null ? found : order.map((at) => info.idx[at]!);
  return ranked.map((index) => items[index]!);
}
