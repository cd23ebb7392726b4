import { composeFeedIndex, type CompositionSource, type FeedBundle } from "../../../core/feed/mod.ts";
import type { FeedIndexResponse } from "../../protocol.ts";
import type { ResolvedPreviewConfig } from "../config/mod.ts";
import type { ComposedGroup } from "../discovery/mod.ts";
import type { BundleStore, StoredBundle } from "../store/mod.ts";
import type { DiskBundles } from "../watcher/mod.ts";

/** The view of all bundles of a family, when the configuration names no source (preview specification, §2). */
const EVERYTHING = "all-bundled";

/**
 * Composes the feeds and grids of the bundles that are there now (preview specification, §2). The configuration's functions
 * run here; only what they give leaves the server.
 */
export function composeFeeds(
  config: ResolvedPreviewConfig,
  store: BundleStore,
  disk: DiskBundles,
): FeedIndexResponse {
  const source = (group: ComposedGroup): CompositionSource => {
    return { ...group.rules, id: group.id, bundles: [...bundlesOf(group, store, disk)] };
  };
  const { index, problems } = composeFeedIndex(
    config.composesAll
      ? { feeds: [everything(store, "Feed (all bundled)")], grids: [everything(store, "Grid (all bundled)")] }
      : { feeds: config.feeds.map(source), grids: config.grids.map(source) },
  );
  return { ...index, problems };
}

function* bundlesOf(group: ComposedGroup, store: BundleStore, disk: DiskBundles): Generator<FeedBundle> {
  for (const { id, relPath } of disk.matchesOf(group)) {
    const stored = store.find(id);
    if (stored !== undefined) yield { ...describe(stored), relPath };
  }
}

function everything(store: BundleStore, label: string): CompositionSource {
  return { id: EVERYTHING, label, group: "single", bundles: store.list().map(describe) };
}

function describe({ public: { id, label, manifest, path, relPath } }: StoredBundle): FeedBundle {
  return {
    id,
    label,
    manifest,
    ...(path === undefined ? {} : { path }),
    ...(relPath === undefined ? {} : { relPath }),
  };
}
