import type { SlotValues } from "../../../core/feed/mod.ts";
import type {
  BundleProblem,
  CompositionProblem,
  FeedView,
  LiveWidget,
  PublicBundle,
} from "../../protocol.ts";
import type { CardState } from "./card_state.ts";
import { parseLanguageList } from "./language_list.ts";
import { type Preferences, readUrlState, type UrlState } from "./url_state.ts";

/** Everything that the shell shows. */
export interface ShellState {
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
  /** The widgets in the project's sources. */
  readonly liveWidgets: readonly LiveWidget[];
  /** The cards of those widgets that were loaded, by name. */
  readonly liveCards: ReadonlyMap<string, CardState>;
  /** The compile error of the last edit, or null. */
  readonly compileFault: CompileFault | null;
  /** The slot values that the reader set in the preview, by card. They are for this visit only. */
  readonly slotOverrides: ReadonlyMap<string, SlotValues>;
  /** What is open above the page. */
  readonly overlay: "palette" | "help" | null;
  /** How many edits of sources have arrived since the page was loaded. */
  readonly edits: number;
  /** The messages of the page, the last one first. */
  readonly log: readonly LogEntry[];
  /** How long the cards took to render, by their keys. */
  readonly renderings: ReadonlyMap<string, Renderings>;
  /** The actions that fired, the last one first. */
  readonly firedActions: readonly FiredAction[];
  /** Which panels of the rail the reader has opened or closed, by id. */
  readonly openPanels: { readonly [id: string]: boolean };
}

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
  readonly liveWidgets?: readonly LiveWidget[];
  readonly openPanels?: { readonly [id: string]: boolean };
}

/** The state before the first answer of the server. */
export function createShellState(
  { search, preferences, liveWidgets = [], openPanels = {} }: InitialValues,
): ShellState {
  const url = readUrlState(search, preferences);
  return {
    search,
    url,
    notices: [],
    languages: url.locale === null ? null : parseLanguageList(url.locale).languages,
    server: { bundles: null, problems: [], compositionProblems: [], feeds: [], grids: [], error: null },
    liveWidgets,
    liveCards: new Map(),
    compileFault: null,
    slotOverrides: new Map(),
    overlay: null,
    edits: 0,
    log: [],
    renderings: new Map(),
    firedActions: [],
    openPanels,
  };
}
