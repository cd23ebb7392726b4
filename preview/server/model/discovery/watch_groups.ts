import type { CompositionRules } from "../../../../core/feed/mod.ts";
import type { BundleGlob } from "./bundle_glob.ts";

/** Globs that are scanned and watched under one label of the picker (preview specification, §2, WatchGroup). */
export interface WatchGroup {
  /** The {@link BundleInfo.source} of its bundles. */
  readonly source: string;
  readonly globs: readonly BundleGlob[];
}

/** The bundles of one composition source. */
export interface ComposedGroup extends WatchGroup {
  /** The id of the view when the group is `single`. */
  readonly id: string;
  readonly rules: CompositionRules;
}
