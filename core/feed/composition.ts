import type { WidgetManifest } from "../manifest/mod.ts";
import type { SlotValues } from "./slots.ts";

/** A bundle as the functions of a composition source see it (preview specification, §2). */
export interface FeedBundleInfo {
  /** Absolute path on disk; absent for an uploaded bundle. */
  readonly path?: string;
  /** Path under the static root of the glob that matched, with forward slashes. */
  readonly relPath?: string;
  /** The base name of the `.tckb`, with its `NNN_` prefix. */
  readonly label: string;
  /** The bundle's manifest. */
  readonly manifest: WidgetManifest;
}

/** A bundle to compose. */
export interface FeedBundle extends FeedBundleInfo {
  /** Unique among all bundles. */
  readonly id: string;
}

/** Values that the host injects into a card (preview specification, §2). */
export interface PreviewHostContext {
  /** The values of the card's slots. */
  slotValues?: SlotValues;
  /** A language tag, or several in order of preference; the default is the browser's. */
  locale?: string | readonly string[];
  /** An IANA time zone; the default is the browser's. */
  timeZone?: string;
}

/** How the bundles of one source become feeds or grids (preview specification, §2, CompositionSource). */
export interface CompositionRules {
  /** `dir` (default), `single`, or a function that returns the key of a bundle's view, or null for the Loose feed. */
  readonly group?: "dir" | "single" | ((bundle: FeedBundleInfo) => string | null);
  /** The tab's label, or a function of the view's key; the default is the key. */
  readonly label?: string | ((key: string) => string);
  /** The tab's position, or a function of the view's key; views without one come last, sorted by key. */
  readonly order?: number | ((key: string) => number);
  /** Developer notes, or a function of the view's key. */
  readonly notes?: string | ((key: string) => string | undefined);
  /** The values to inject into every card, or a function of the bundle. */
  readonly context?: PreviewHostContext | ((bundle: FeedBundleInfo) => PreviewHostContext | undefined);
}

/** A file that a glob matches and that is not a valid bundle. */
export interface UnreadableFile {
  /** Absolute path on disk. */
  readonly path: string;
  /** Path under the static root of the glob that matched, with forward slashes. */
  readonly relPath: string;
  /** The base name of the `.tckb`. */
  readonly label: string;
  /** What is wrong with the file. */
  readonly message: string;
}

/** A source: the bundles that its globs match, and how they are composed. */
export interface CompositionSource extends CompositionRules {
  /** The key of the view under `single`, and of the bundles outside any directory under `dir`. */
  readonly id: string;
  /** The bundles that the source's globs match, in any order. */
  readonly bundles: readonly FeedBundle[];
  /** The files that the source's globs match and that are not valid bundles. Only feeds have places for them. */
  readonly unreadable?: readonly UnreadableFile[];
}

/** One feed or grid, as plain JSON (preview specification, §2). */
export interface FeedView {
  /** Unique among the feeds, and among the grids. */
  id: string;
  /** The tab's label. */
  label: string;
  /** Developer notes. */
  notes?: string;
  /** The bundles, in order. */
  bundleIds: string[];
  /** The injected values, by bundle id. */
  contexts?: { [bundleId: string]: PreviewHostContext };
  /** The files that are not valid bundles, in order, each with the number of bundles before it. */
  unreadable?: UnreadablePlace[];
}

/** The place of a file that is not a valid bundle. */
export interface UnreadablePlace extends Omit<UnreadableFile, "relPath"> {
  /** How many of the view's bundles are before it. */
  readonly after: number;
}

/** All feeds and all grids, as plain JSON (preview specification, §2). */
export interface FeedIndex {
  /** Views of bundles whose card type is `feed`. */
  feeds: FeedView[];
  /** Views of all other bundles. */
  grids: FeedView[];
}

/** A failed function of the configuration. */
export interface CompositionProblem {
  /** Which function of the source failed. */
  readonly code:
    | "composition.group"
    | "composition.label"
    | "composition.order"
    | "composition.notes"
    | "composition.context";
  /** Why it failed, and what is shown instead. */
  readonly message: string;
}
