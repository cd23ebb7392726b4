import type { SlotValues } from "../../../core/feed/mod.ts";
import type {
  BundleProblem,
  CompositionProblem,
  FeedView,
  LiveWidget,
  PublicBundle,
} from "../../protocol.ts";
import type { ReviewEntry } from "../../review/review.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { CardState } from "./card_state.ts";
import { parseLanguageList } from "./language_list.ts";
import { RAIL_LAYOUT, type RailLayout } from "./rail_layout.ts";
import { type Preferences, readUrlState, type UrlState, type View, VIEWS } from "./url_state.ts";

/** Everything that the shell shows. */
export interface ShellState {
  /** Whether the page is one of a site, which can show but not take pictures, upload or write. */
  readonly isSite: boolean;
  /** The views that this page has. */
  readonly views: readonly View[];
  /** Whether the review of this page takes verdicts. */
  readonly canDecide: boolean;
  /** The query of the page's URL. */
  readonly search: string;
  /** What the URL says, with preferences and default values for what it does not say. */
  readonly url: UrlState;
  /** What the reader must know about the URL: parts of it that were not used. */
  readonly notices: readonly string[];
  /** The languages that the reader applied, best first; null without an override. */
  readonly languages: readonly string[] | null;
  /** The server's bundles and feeds. */
  readonly server: ServerState;
  /** The review of the last snapshot. */
  readonly review: ReviewState;
  /** The widgets in the project's sources. */
  readonly liveWidgets: readonly LiveWidget[];
  /** The cards of those widgets that were loaded, by name. */
  readonly liveCards: ReadonlyMap<string, CardState>;
  /** The manifests of live widgets that frames have loaded, by name; null for a widget that could not be loaded. */
  readonly framedManifests: ReadonlyMap<string, WidgetManifest | null>;
  /** The Stage's card in its frame; null before the frame has shown it. */
  readonly framedCard: FramedCardFacts | null;
  /** The compile error of the last edit, or null. */
  readonly compileFault: CompileFault | null;
  /** The slot values that the reader set in the preview, by card. They are for this visit only. */
  readonly slotOverrides: ReadonlyMap<string, SlotValues>;
  /** What is open above the page. */
  readonly overlay: "palette" | "help" | null;
  /** How many edits of sources have arrived since the page was loaded. */
  readonly edits: number;
  /** How many of them were of a live widget's sources, by its name; widgets that this page has not loaded count too. */
  readonly sourceEdits: ReadonlyMap<string, number>;
  /** The messages of the page, the last one first. */
  readonly log: readonly LogEntry[];
  /** How long the cards took to render, by their keys. */
  readonly renderings: ReadonlyMap<string, Renderings>;
  /** The actions that fired, the last one first. */
  readonly firedActions: readonly FiredAction[];
  /** Which panels of the rail the reader has opened or closed, by id. */
  readonly openPanels: { readonly [id: string]: boolean };
  /** Whether keys of one character run commands. */
  readonly hasSingleKeys: boolean;
  /** Where the rail is, and its size. */
  readonly rail: RailLayout;
  /** Whether the content has the whole window, until the reader leaves it. */
  readonly isFullScreen: boolean;
  /** What axe found in the Stage's card when it was last checked. */
  readonly accessibility: AccessibilityOutcome;
}

/** A rule of axe that a card breaks. */
export interface Violation {
  readonly rule: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  readonly impact: string;
  readonly help: string;
  readonly helpUrl: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly summary: string;
    /** Shows where the element is, without a change of the card. */
    readonly point: () => void;
  }[];
}

/** The result of a check of the Stage's card, and the query of the page that it is for. */
export type AccessibilityOutcome =
  & { readonly search: string }
  & (
    | { readonly status: "none" }
    | { readonly status: "running" }
    | { readonly status: "failed"; readonly message: string }
    | { readonly status: "done"; readonly violations: readonly Violation[] }
  );

/** The server's bundles and feeds, as last received. */
export interface ServerState {
  /** Null until the first answer. */
  readonly bundles: readonly PublicBundle[] | null;
  /** The files that are not valid bundles. */
  readonly problems: readonly BundleProblem[];
  /** The functions of the configuration that threw while the feeds were composed. */
  readonly compositionProblems: readonly CompositionProblem[];
  readonly feeds: readonly FeedView[];
  readonly grids: readonly FeedView[];
  /** Why the last request failed; the other fields keep their values. */
  readonly error: string | null;
}

/** The review of the last snapshot, as last received. */
export interface ReviewState {
  /** Null until the first answer. */
  readonly entries: readonly ReviewEntry[] | null;
  /** Whether a command waits for the verdicts. */
  readonly isAwaited: boolean;
  /** Whether that command has ended, and the preview with it. */
  readonly hasEnded: boolean;
  /** Why the last request failed. */
  readonly error: string | null;
}

/** What a page knows of a card in a frame. */
export interface FramedCardFacts {
  /** In CSS pixels. */
  readonly width: number;
  /** The language that it is shown in; null when it is unknown. */
  readonly language: string | null;
}

/** A compile error, as shown. */
export interface CompileFault {
  /** The file's path from Vite. */
  readonly file: string | null;
  /** One-based; null when it is unknown. */
  readonly line: number | null;
  /** One-based; null when it is unknown. */
  readonly column: number | null;
  /** The message, which may have several lines. */
  readonly message: string;
}

/** What was logged or thrown, in the page or in the frame of a card. */
export interface LogMessage {
  /** `uncaught` is an error that nothing has caught. */
  readonly level: "log" | "info" | "warn" | "error" | "uncaught";
  readonly text: string;
  /** Where it came from; null when it is unknown. */
  readonly stack: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** One message in the log. Of equal ones in a row, `time` is that of the last one. */
export interface LogEntry extends LogMessage {
  /** Counts up. */
  readonly id: number;
  /** How often it came in a row. */
  readonly count: number;
}

/** How often and how long React rendered a card. */
export interface Renderings {
  /** Milliseconds of the first rendering. */
  readonly mountMs: number;
  /** Renderings after the first. */
  readonly updates: number;
  /** Milliseconds of the last updates, the last one first. */
  readonly lastUpdatesMs: readonly number[];
}

/** A slot action that the reader activated on a card. */
export interface FiredAction {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The label of the card's widget. */
  readonly card: string;
  /** What a host is given: the action's fields as resolved for the card. */
  readonly payload: { readonly [field: string]: unknown };
}

interface InitialValues {
  /** The query of the page's URL. */
  readonly search: string;
  readonly preferences: Preferences;
  /** @default false */
  readonly isSite?: boolean;
  /** @default all */
  readonly views?: readonly View[];
  /** @default true */
  readonly canDecide?: boolean;
  readonly liveWidgets?: readonly LiveWidget[];
  readonly openPanels?: { readonly [id: string]: boolean };
  readonly hasSingleKeys?: boolean;
  readonly rail?: RailLayout;
}

/** The state before the first answer of the server. */
export function createShellState(
  {
    search,
    preferences,
    isSite = false,
    views = VIEWS,
    canDecide = true,
    liveWidgets = [],
    openPanels = {},
    hasSingleKeys = true,
    rail = RAIL_LAYOUT,
  }: InitialValues,
): ShellState {
  const url = readUrlState(search, preferences);
  return {
    isSite,
    views,
    canDecide,
    search,
    url,
    notices: [],
    languages: url.locale === null ? null : parseLanguageList(url.locale).languages,
    server: { bundles: null, problems: [], compositionProblems: [], feeds: [], grids: [], error: null },
    review: { entries: null, isAwaited: false, hasEnded: false, error: null },
    liveWidgets,
    liveCards: new Map(),
    framedManifests: new Map(),
    framedCard: null,
    compileFault: null,
    slotOverrides: new Map(),
    overlay: null,
    edits: 0,
    sourceEdits: new Map(),
    log: [],
    renderings: new Map(),
    firedActions: [],
    openPanels,
    hasSingleKeys,
    rail,
    isFullScreen: false,
    accessibility: { status: "none", search: "" },
  };
}
