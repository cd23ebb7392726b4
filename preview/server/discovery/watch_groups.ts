import type { CompositionRules } from "../../../core/feed/mod.ts";
import type { BundleGlob } from "./bundle_glob.ts";

/** What is scanned and watched together, and how it is called in the picker (preview specification, §2, WatchGroup). */
export interface WatchGroup {
  /** The {@link PublicBundle.source} of its bundles. */
  readonly source: string;
  readonly globs: readonly BundleGlob[];
}

/** The bundles of one composition source. */
export interface ComposedGroup extends WatchGroup {
  /** The id of the view that `single` gives. */
  readonly id: string;
  readonly rules: CompositionRules;
}
