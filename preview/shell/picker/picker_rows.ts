import { fuzzySearch } from "../controls/fuzzy_search.ts";
import { compareLabels, resolveText } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import {
  type BundleProblem,
  type LiveDiagnostic,
  type LiveWidget,
  type ManifestSummary,
  type PublicBundle,
  summariseManifest,
} from "../../protocol.ts";

export interface PickerItem {
  /** Unique in the picker: a bundle is in the group of each of its sources. */
  readonly key: string;
  /** The name of a live widget or the id of a bundle. */
  readonly widget: string;
  readonly label: string;
  /** Its title; empty until it is known. */
  readonly title: string;
  /** The folder of a bundle. */
  readonly detail: string;
  /** The number of its build errors, or of its warnings if it has no errors; null if it has neither. */
  readonly diagnostics: { readonly count: number; readonly severity: "error" | "warning" } | null;
  readonly states: readonly string[];
  /** Other texts that a search finds it by. */
  readonly texts: readonly string[];
}

/** The widgets of one source. */
export interface PickerGroup {
  /** Identifies the source. */
  readonly id: string;
  readonly title: string;
  readonly items: readonly PickerItem[];
  /** The files of the source that are not valid bundles. */
  readonly problems: readonly BundleProblem[];
}

/** A line of the list. */
export type PickerRow =
  | { readonly kind: "group"; readonly key: string; readonly group: PickerGroup; readonly isOpen: boolean }
  | { readonly kind: "item"; readonly key: string; readonly item: PickerItem; readonly isOpen: boolean }
  | { readonly kind: "state"; readonly key: string; readonly item: PickerItem; readonly state: string }
  | { readonly kind: "problem"; readonly key: string; readonly problem: BundleProblem };

/** The titles of the sources that are not watch groups. */
const TITLES = new Map([["local", "Uploaded"], ["remote", "Fetched"], ["config", "Configuration"]]);

/**
 * The widgets in the project's sources, as one group.
 *
 * @param manifestOf the manifest of a widget whose module is loaded; the summary of the last check may be older
 * @param language the language of titles
 */
export function groupLiveWidgets(
  widgets: readonly LiveWidget[],
  manifestOf: (name: string) => WidgetManifest | undefined,
  language: string,
): PickerGroup[] {
  if (widgets.length === 0) return [];
  const items = widgets.map(({ name, file, diagnostics, summary }): PickerItem => {
    const manifest = manifestOf(name);
    return {
      key: `live/${name}`,
      widget: name,
      label: name,
      detail: "",
      diagnostics: countDiagnostics(diagnostics ?? []),
      ...describe(manifest === undefined ? summary : summariseManifest(manifest), language, [file]),
    };
  });
  return [{ id: "live", title: "Live", items, problems: [] }];
}

/**
 * The bundles and broken files by their source, sorted by label. A bundle whose file several sources match is in each of
 * their groups.
 *
 * @param language the language of titles
 */
export function groupBundles(
  bundles: readonly PublicBundle[],
  problems: readonly BundleProblem[],
  language: string,
): PickerGroup[] {
  const bySource = new Map<string, PublicBundle[]>();
  for (const bundle of bundles) {
    for (const source of bundle.sources ?? [bundle.source]) {
      bySource.set(source, [...bySource.get(source) ?? [], bundle]);
    }
  }
  const brokenBySource = Map.groupBy(problems, ({ source }) => source);
  const sources = new Set([...bySource.keys(), ...brokenBySource.keys()]);
  return [...sources].sort(compareLabels).map((source) => ({
    id: source,
    title: TITLES.get(source) ?? source,
    items: (bySource.get(source) ?? []).sort(byLabel).map((bundle) => toItem(bundle, source, language)),
    problems: (brokenBySource.get(source) ?? []).sort(byLabel),
  }));
}

/** Keeps what a fuzzy search finds, the best match of each group first. Groups without a match are removed. */
export function searchGroups(groups: readonly PickerGroup[], query: string): PickerGroup[] {
  if (query.trim() === "") return [...groups];
  return groups.flatMap((group) => {
    const items = fuzzySearch(group.items, query, ({ label, title, states, texts }) => [
      label,
      title,
      ...texts,
      ...states,
    ]);
    const problems = fuzzySearch(group.problems, query, ({ label, path }) => [label, path]);
    return items.length + problems.length === 0 ? [] : [{ ...group, items, problems }];
  });
}

/** The number of widgets and broken files. */
export function countItems(groups: readonly PickerGroup[]): number {
  return groups.reduce((sum, { items, problems }) => sum + items.length + problems.length, 0);
}

interface RowOptions {
  /** Which groups and widgets the reader has opened or closed, by the keys of their rows. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** The shown widget, whose states are listed until the reader closes it. */
  readonly current: string | null;
  /** What the reader searches: matching states are listed too. */
  readonly query: string;
}

/** The lines of the list. A single group of live widgets needs no heading. */
export function listRows(groups: readonly PickerGroup[], options: RowOptions): PickerRow[] {
  const { folds, query } = options;
  return groups.flatMap((group): PickerRow[] => {
    const key = `group/${group.id}`;
    const isOpen = query.trim() !== "" || (folds.get(key) ?? true);
    const heading: PickerRow[] = group.id === "live" ? [] : [{ kind: "group", key, group, isOpen }];
    if (!isOpen) return heading;
    const items = group.items.flatMap((item) => listItem(item, options));
    const problems = group.problems.map((problem): PickerRow => ({
      kind: "problem",
      key: `${group.id}/problem/${problem.path}`,
      problem,
    }));
    return [...heading, ...items, ...problems];
  });
}

/** A widget and, if it is open, its states. A search lists those that it finds. */
function listItem(item: PickerItem, { folds, current, query }: RowOptions): PickerRow[] {
  const isOpen = folds.get(item.key) ?? item.widget === current;
  const found = query.trim() === "" ? [] : fuzzySearch(item.states, query, (state) => [state]);
  const states = (isOpen ? item.states : found).map((state): PickerRow => ({
    kind: "state",
    key: `${item.key}/state/${state}`,
    item,
    state,
  }));
  return [{ kind: "item", key: item.key, item, isOpen: states.length > 0 }, ...states];
}

/** What an arrow key to the right or left does: opens or closes a row, or moves the focus to one. */
export type FoldStep = { readonly fold: string; readonly isOpen: boolean } | { readonly row: number } | null;

/** As in a tree: to the right opens a row or goes into it, to the left closes it or goes to the one that holds it. */
export function foldStep(rows: readonly PickerRow[], at: number, direction: "in" | "out"): FoldStep {
  const row = rows[at];
  if (row === undefined) return null;
  const isParent = row.kind === "group" || (row.kind === "item" && row.item.states.length > 0);
  if (isParent && row.isOpen !== (direction === "in")) return { fold: row.key, isOpen: direction === "in" };
  if (direction === "in") return isParent ? { row: at + 1 } : null;
  const holder = row.kind === "state" ? "item" : "group";
  const parent = row.kind === "group"
    ? -1
    : rows.findLastIndex(({ kind }, index) => index < at && kind === holder);
  return parent < 0 ? null : { row: parent };
}

function countDiagnostics(diagnostics: readonly LiveDiagnostic[]): PickerItem["diagnostics"] {
  if (diagnostics.length === 0) return null;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return errors > 0
    ? { count: errors, severity: "error" }
    : { count: diagnostics.length, severity: "warning" };
}

function toItem(
  { id, label, manifest, relPath = "" }: PublicBundle,
  source: string,
  language: string,
): PickerItem {
  return {
    key: `${source}/${id}`,
    widget: id,
    label,
    detail: relPath.includes("/") ? relPath.slice(0, relPath.lastIndexOf("/")) : "",
    diagnostics: null,
    ...describe(summariseManifest(manifest), language, [relPath]),
  };
}

function describe(
  summary: ManifestSummary | null,
  language: string,
  texts: readonly string[],
): Pick<PickerItem, "title" | "states" | "texts"> {
  if (summary === null) return { title: "", states: [], texts };
  const { id, title, states } = summary;
  return { title: title === null ? "" : resolveText(title, language), states, texts: [...texts, id] };
}

function byLabel(one: { label: string; path?: string }, other: { label: string; path?: string }): number {
  return compareLabels(one.label, other.label) || compareLabels(one.path ?? "", other.path ?? "");
}
