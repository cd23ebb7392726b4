import { compareLabels } from "../../../core/feed/mod.ts";
import type { BundleProblem, PublicBundle } from "../../protocol.ts";

/** The bundles of one source, sorted by label. */
interface PickerGroup {
  readonly source: string;
  readonly title: string;
  readonly bundles: readonly PublicBundle[];
  /** The files of the source that are not valid bundles. */
  readonly problems: readonly BundleProblem[];
}

/** The titles of the sources that are not watch groups. */
const TITLES = new Map([["local", "Uploaded"], ["remote", "Fetched"], ["config", "Configuration"]]);

/**
 * Groups bundles and broken files by their source.
 *
 * @param filter keeps only those whose label, id or path contains this text, case-insensitively
 */
export function groupBundles(
  bundles: readonly PublicBundle[],
  problems: readonly BundleProblem[],
  filter: string,
): PickerGroup[] {
  const shown = bundles.filter(({ label, manifest, relPath = "" }) =>
    matchesFilter(filter, label, manifest.id, relPath)
  );
  const broken = problems.filter(({ label, path }) => matchesFilter(filter, label, path));
  const bySource = Map.groupBy(shown, ({ source }) => source);
  const brokenBySource = Map.groupBy(broken, ({ source }) => source);
  const sources = new Set([...bySource.keys(), ...brokenBySource.keys()]);
  return [...sources].sort(compareLabels).map((source) => ({
    source,
    title: TITLES.get(source) ?? source,
    bundles: (bySource.get(source) ?? []).sort(byLabel),
    problems: (brokenBySource.get(source) ?? []).sort(byLabel),
  }));
}

/** Whether any of the texts contains the filter, case-insensitively. */
export function matchesFilter(filter: string, ...texts: readonly string[]): boolean {
  const wanted = filter.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function byLabel(one: { label: string; path?: string }, other: { label: string; path?: string }): number {
  return compareLabels(one.label, other.label) || compareLabels(one.path ?? "", other.path ?? "");
}
