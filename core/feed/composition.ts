import type { WidgetManifest } from "../manifest/mod.ts";
import type { SlotValues } from "./slots.ts";

/** What the functions of a composition source are told of a bundle (preview specification, §2). */
export interface FeedBundleInfo {
  /** Absolute path on disk; a bundle that was uploaded has none. */
  readonly path?: string;
  /** Path under the static root of the glob that matched, with forward slashes. */
  readonly relPath?: string;
  /** The base name of the `.tckb`, which carries the `NNN_` prefix. */
  readonly label: string;
  /** The bundle's manifest. */
  readonly manifest: WidgetManifest;
}

/** A bundle to be composed. */
export interface FeedBundle extends FeedBundleInfo {
  /** Identifies the bundle among all bundles. */
  readonly id: string;
}

/** Values that the host owns and injects into a card (preview specification, §2). */
export interface PreviewHostContext {
  /** What the host puts into the card's slots. */
  slotValues?: SlotValues;
  /** A language tag, or several in order of preference; the default is the browser's. */
  locale?: string | readonly string[];
  /** An IANA time zone; the default is the browser's. */
  timeZone?: string;
}

/** How the bundles of one source become feeds or grids (preview specification, §2, CompositionSource). */
export interface CompositionRules {
  /** `dir` (default), `single`, or a function that gives the key of a bundle's view, or null for the Loose feed. */
  readonly group?: "dir" | "single" | ((bundle: FeedBundleInfo) => string | null);
  /** The tab's label, or a function of the view's key; the default is the key. */
  readonly label?: string | ((key: string) => string);
  /** The tab's place, or a function of the view's key; views without one come last, by their keys. */
  readonly order?: number | ((key: string) => number);
  /** Developer notes, or a function of the view's key. */
  readonly notes?: string | ((key: string) => string | undefined);
  /** What is injected into every card, or a function of the bundle. */
  readonly context?: PreviewHostContext | ((bundle: FeedBundleInfo) => PreviewHostContext | undefined);
}

/** One source: the bundles that its globs match, and how they are composed. */
export interface CompositionSource extends CompositionRules {
  /** The key of the view that `single` gives, and of what lies in no directory under `dir`. */
  readonly id: string;
  /** The bundles that the source's globs match, in any order. */
  readonly bundles: readonly FeedBundle[];
}

/** One feed or grid (preview specification, §2): plain JSON. */
export interface FeedView {
  /** Unique among the feeds, and among the grids. */
  id: string;
  /** The tab's label. */
  label: string;
  /** Developer notes. */
  notes?: string;
  /** The bundles in order. */
  bundleIds: string[];
  /** What is injected, by bundle id. */
  contexts?: { [bundleId: string]: PreviewHostContext };
}

/** All feeds and all grids (preview specification, §2): plain JSON. */
export interface FeedIndex {
  /** Views of bundles whose card type is `feed`. */
  feeds: FeedView[];
  /** Views of all other bundles. */
  grids: FeedView[];
}

/** A function of the configuration that failed, and what was done instead. */
export interface CompositionProblem {
  /** Which function of the source it is. */
  readonly code:
    | "composition.group"
    | "composition.label"
    | "composition.order"
    | "composition.notes"
    | "composition.context";
  /** What is the case, and what is shown instead. */
  readonly message: string;
}
