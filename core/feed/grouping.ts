import type {
  CompositionProblem,
  CompositionSource,
  FeedBundle,
  FeedIndex,
  FeedView,
  PreviewHostContext,
  UnreadableFile,
  UnreadablePlace,
} from "./composition.ts";
import { compareLabels } from "./ordering.ts";
import { SourceFunctions } from "./source_functions.ts";

/** The composed feeds and grids, and what failed. */
export interface Composition {
  /** The feeds and grids, as plain JSON. */
  readonly index: FeedIndex;
  /** The functions of the sources that failed. No bundle is lost: it is in the Loose view, or has the default. */
  readonly problems: readonly CompositionProblem[];
}

const LOOSE = "Loose";

/**
 * Composes the bundles of all sources into feeds and grids (preview specification, §2, grouping rules).
 *
 * A source of feeds skips bundles whose card type is not `feed`; a source of grids skips those whose card type is `feed`.
 * Every other bundle of a source is in exactly one view. The bundles of a view are in numeric-aware order of their labels.
 * Bundles whose grouping function returns null, of all sources, are in one Loose view, which comes last. Files of a source
 * of feeds that are not valid bundles have the places that their labels give them; where a function groups the bundles,
 * they are in the Loose view.
 *
 * Views are sorted by their `order`, then in numeric-aware order of their keys. When two have the same key, a number is
 * appended to the id of the later one.
 *
 * @param sources The sources of feeds and the sources of grids
 *
 * @example
 * ```ts
 * import { composeFeedIndex } from "@tck/tckb/feed";
 * const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto" as const] };
 * const bundles = [{ id: "b1", label: "001_weather", relPath: "monday/001_weather.tckb", manifest }];
 * const { index } = composeFeedIndex({ feeds: [{ id: "all", bundles }], grids: [] });
 * index.feeds; // [{ id: "monday", label: "monday", bundleIds: ["b1"] }]
 * ```
 */
export function composeFeedIndex(
  sources: { readonly feeds: readonly CompositionSource[]; readonly grids: readonly CompositionSource[] },
): Composition {
  const problems: CompositionProblem[] = [];
  const compose = (family: readonly CompositionSource[], isFeed: boolean) => {
    const views = family.flatMap((source) => composeSource(source, isFeed, problems));
    return arrangeViews(views);
  };
  return { index: { feeds: compose(sources.feeds, true), grids: compose(sources.grids, false) }, problems };
}

/** A view before it is sorted among the views of all sources. A null key means Loose. */
interface DraftView extends FeedView {
  key: string | null;
  order: number;
}

function composeSource(
  source: CompositionSource,
  isFeed: boolean,
  problems: CompositionProblem[],
): DraftView[] {
  const functions = new SourceFunctions(source, problems);
  const bundles = groupBy(selectBundles(source, isFeed), (bundle) => functions.key(bundle));
  const files = isFeed ? [...source.unreadable ?? []].sort(compareFiles) : [];
  const unreadable = groupBy(files, (file) => functions.keyOfUnreadable(file));
  const keys = new Set([...bundles.keys(), ...unreadable.keys()]);
  return [...keys].map((key) => draftView(functions, key, bundles.get(key) ?? [], unreadable.get(key) ?? []));
}

/** Does what `Map.groupBy` does, which Node 20 lacks. */
function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function compareFiles(
  one: { readonly label: string; readonly relPath?: string },
  other: { readonly label: string; readonly relPath?: string },
): number {
  return compareLabels(one.label, other.label) || compareLabels(one.relPath ?? "", other.relPath ?? "");
}

/** The bundles of the family, without duplicates, in an order that does not depend on the input's. */
function selectBundles(source: CompositionSource, isFeed: boolean): FeedBundle[] {
  const family = source.bundles.filter((bundle) => (bundle.manifest.cardType === "feed") === isFeed);
  const unique = new Map(family.map((bundle) => [bundle.id, bundle]));
  return [...unique.values()].sort((one, other) =>
    compareFiles(one, other) || compareLabels(one.id, other.id)
  );
}

function draftView(
  functions: SourceFunctions,
  key: string | null,
  bundles: readonly FeedBundle[],
  unreadable: readonly UnreadableFile[],
): DraftView {
  const contents = {
    bundleIds: bundles.map((bundle) => bundle.id),
    ...resolveContexts(functions, bundles),
    ...placeUnreadable(unreadable, bundles),
  };
  if (key === null) return { key, id: LOOSE, label: LOOSE, order: Infinity, ...contents };
  const notes = functions.notes(key);
  return {
    key,
    id: key,
    label: functions.label(key),
    order: functions.order(key),
    ...(notes === undefined ? {} : { notes }),
    ...contents,
  };
}

function resolveContexts(
  functions: SourceFunctions,
  bundles: readonly FeedBundle[],
): Pick<FeedView, "contexts"> {
  const contexts = bundles.flatMap((bundle): [string, PreviewHostContext][] => {
    const context = functions.context(bundle);
    return context === undefined ? [] : [[bundle.id, context]];
  });
  // fromEntries defines its keys, so the id __proto__ is safe.
  return contexts.length === 0 ? {} : { contexts: Object.fromEntries(contexts) };
}

function placeUnreadable(
  files: readonly UnreadableFile[],
  bundles: readonly FeedBundle[],
): Pick<FeedView, "unreadable"> {
  const unreadable = files.map((file): UnreadablePlace => {
    const { path, label, message } = file;
    return { path, label, message, after: bundles.filter((bundle) => compareFiles(bundle, file) < 0).length };
  });
  return unreadable.length === 0 ? {} : { unreadable };
}

/** All views of a family, sorted, with unique ids and one Loose view at the end. */
function arrangeViews(drafts: readonly DraftView[]): FeedView[] {
  const keyed = drafts.filter((draft) => draft.key !== null).sort((one, other) =>
    compareOrders(one.order, other.order) || compareLabels(one.id, other.id)
  );
  const taken = new Set<string>();
  return [...keyed, ...mergeLoose(drafts)].map(({ key: _key, order: _order, ...view }) => {
    const id = uniqueId(view.id, taken);
    taken.add(id);
    return { ...view, id };
  });
}

/** A subtraction would return NaN for two infinite orders. */
function compareOrders(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function mergeLoose(drafts: readonly DraftView[]): DraftView[] {
  const loose = drafts.filter((draft) => draft.key === null);
  const [first] = loose;
  if (first === undefined) return [];
  const contexts = Object.fromEntries(
    loose.toReversed().flatMap((draft) => Object.entries(draft.contexts ?? {})),
  );
  const bundleIds = [...new Set(loose.flatMap((draft) => draft.bundleIds))];
  // The views of several sources are one after the other, and so are these.
  const unreadable = loose.flatMap((draft) => draft.unreadable ?? []);
  return [{
    ...first,
    bundleIds,
    ...(loose.length > 1 && unreadable.length > 0
      ? { unreadable: unreadable.map((place) => ({ ...place, after: bundleIds.length })) }
      : {}),
    ...(Object.keys(contexts).length === 0 ? {} : { contexts }),
  }];
}

function uniqueId(id: string, taken: ReadonlySet<string>): string {
  let unique = id;
  for (let count = 2; taken.has(unique); count++) unique = `${id} (${count})`;
  return unique;
}
