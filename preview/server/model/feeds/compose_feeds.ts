import {
  composeFeedIndex,
  type CompositionProblem,
  type CompositionRules,
  type CompositionSource,
  type FeedBundle,
  type FeedView,
  type PreviewHostContext,
  type UnreadableFile,
} from "../../../../core/feed/mod.ts";
import { quote } from "../../../../core/errors/mod.ts";
import { isTimestamp } from "../../../../core/naming/mod.ts";
import type { FeedIndexResponse } from "../../../protocol.ts";
import type { BundleStore, StoredBundle } from "../bundles/bundle_store.ts";
import type { DiskBundles } from "../bundles/disk_bundles.ts";
import { checkContext } from "../config/check_config.ts";
import type { ResolvedPreviewConfig } from "../config/resolve_config.ts";
import type { ComposedGroup } from "../discovery/watch_groups.ts";

/** The id of the view of all bundles of a family, without sources in the configuration (preview specification, §2). */
const ALL_BUNDLES = "all-bundled";

/**
 * Composes the feeds and grids of the current bundles (preview specification, §2). The configuration's functions run
 * here; only their results leave the server.
 */
export function composeFeeds(
  config: ResolvedPreviewConfig,
  store: BundleStore,
  disk: DiskBundles,
): FeedIndexResponse {
  const sourceOf = (group: ComposedGroup): CompositionSource => {
    return {
      ...withCheckedContext(group.rules),
      id: group.id,
      bundles: [...bundlesOf(group, store, disk)],
      unreadable: [...disk.unreadableOf(group)],
    };
  };
  const { index, problems } = composeFeedIndex(
    config.composesAll
      ? {
        feeds: [{ ...allBundles(store, "Feed (all bundled)"), unreadable: listUnreadable(disk) }],
        grids: [allBundles(store, "Grid (all bundled)")],
      }
      : { feeds: config.feeds.map(sourceOf), grids: config.grids.map(sourceOf) },
  );
  const { feeds, grids } = index;
  return {
    feeds: feeds.map(withoutInvalidTimestamps),
    grids: grids.map(withoutInvalidTimestamps),
    problems: [...problems, ...[...feeds, ...grids].flatMap(listTimestampProblems)],
  };
}

/** An invalid timestamp is not injected (preview specification, §2, context rules): neither by the page nor by a program. */
function withoutInvalidTimestamps(view: FeedView): FeedView {
  if (view.contexts === undefined) return view;
  const contexts = Object.entries(view.contexts).map(([id, context]): [string, PreviewHostContext] => {
    if (findInvalidTimestamp(context) === undefined) return [id, context];
    const { updatedAt: _, ...slotValues } = context.slotValues!;
    return [id, { ...context, slotValues }];
  });
  return { ...view, contexts: Object.fromEntries(contexts) };
}

/** It is reported once for each view. */
function listTimestampProblems({ label, contexts = {} }: FeedView): CompositionProblem[] {
  const timestamps = new Set(
    Object.values(contexts).map(findInvalidTimestamp).filter((timestamp) => timestamp !== undefined),
  );
  return Array.from(timestamps, (timestamp) => ({
    code: "composition.context",
    message:
      `Cannot use updatedAt for ${quote(label)}: timestamp ${
        quote(timestamp)
      } is not an RFC 3339 timestamp ` +
      `such as "2026-03-01T06:00:00Z"; it is not injected`,
  }));
}

function findInvalidTimestamp({ slotValues }: PreviewHostContext): string | undefined {
  const timestamp = slotValues?.updatedAt?.timestamp;
  return timestamp === undefined || isTimestamp(timestamp) ? undefined : timestamp;
}

/** What a context function returns is checked as a static context is when the configuration is loaded. */
function withCheckedContext(rules: CompositionRules): CompositionRules {
  const { context } = rules;
  if (typeof context !== "function") return rules;
  return {
    ...rules,
    context(bundle) {
      const values: unknown = context(bundle);
      // Checked as the browser gets it: a Date, for example, as a text.
      return typeof values === "object" && values !== null
        ? checkContext(JSON.parse(JSON.stringify(values)))
        : values as undefined;
    },
  };
}

function* bundlesOf(group: ComposedGroup, store: BundleStore, disk: DiskBundles): Generator<FeedBundle> {
  for (const { id, relPath } of disk.matchesOf(group)) {
    const stored = store.find(id);
    if (stored !== undefined) yield { ...toFeedBundle(stored), relPath };
  }
}

function allBundles(store: BundleStore, label: string): CompositionSource {
  return { id: ALL_BUNDLES, label, group: "single", bundles: store.list().map(toFeedBundle) };
}

/** A file that is no bundle has no family: it counts to the feed. */
function listUnreadable({ problems }: DiskBundles): UnreadableFile[] {
  return problems.map(({ path, label, message }) => ({ path, label, message, relPath: label }));
}

function toFeedBundle({ info: { id, label, manifest, path, relPath } }: StoredBundle): FeedBundle {
  return {
    id,
    label,
    manifest,
    ...(path === undefined ? {} : { path }),
    ...(relPath === undefined ? {} : { relPath }),
  };
}
