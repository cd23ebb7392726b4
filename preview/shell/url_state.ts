import { WIDGET_SIZES, type WidgetSize } from "../../core/contract/mod.ts";

/** What a reader prefers, on whichever page of the shell: kept from one visit to the next. */
export interface Preferences {
  /** Of the shell and of every widget. */
  readonly theme: "light" | "dark";
  /** What lies behind the cards. */
  readonly background: "grid" | "sky";
  /** The width of the column that a `fill-auto` card fills. */
  readonly feedWidth: "narrow" | "medium" | "wide";
  /** How the Stage isolates its widget. */
  readonly mount: "inline" | "iframe";
}

/** What the address says (preview specification, "URL state of the shell"), and for one widget on the Stage the rest. */
export interface UrlState extends Preferences {
  /** The Canvas is `feed`, whichever of its tabs is open. */
  readonly view: "stage" | "feed";
  /** The open tab of the Canvas. */
  readonly canvasTab: "feed" | "grid";
  /** The id of the open feed or grid; null for the first. */
  readonly canvasView: string | null;
  /** The name of a live widget, or the id of a bundle; null for the first. */
  readonly widget: string | null;
  /** Null for the first that the manifest declares. */
  readonly size: WidgetSize | null;
  /** The name of one of the manifest's states; null for `defaultState`. */
  readonly state: string | null;
  /** A comma-separated list of language tags to begin with. The controls never write it: it is for one visit. */
  readonly locale: string | null;
  /** `none` leaves nothing but the card, for pictures and frames. */
  readonly chrome: "full" | "none";
}

/** The parameters that take one of few values. */
const VALUES = {
  view: ["stage", "feed"],
  canvasTab: ["feed", "grid"],
  theme: ["light", "dark"],
  background: ["grid", "sky"],
  feedWidth: ["narrow", "medium", "wide"],
  mount: ["inline", "iframe"],
  size: WIDGET_SIZES,
  chrome: ["full", "none"],
} as const;

/** What an absent parameter means, where it is not a preference. Writing such a value leaves the parameter out. */
const ABSENT = {
  view: "stage",
  canvasTab: "feed",
  canvasView: null,
  widget: null,
  size: null,
  state: null,
  locale: null,
  chrome: "full",
} as const;

/**
 * Reads the address. A parameter that is present wins; one that is absent, or has a value that it cannot have, is as the
 * preferences or the defaults say.
 *
 * @param search the query of the address, such as `?view=feed`
 * @param preferences what to take for absent preferences
 */
export function readUrlState(search: string, preferences: Preferences): UrlState {
  const parameters = new URLSearchParams(search);
  const present = Object.keys({ ...ABSENT, ...preferences }).flatMap((name): [string, string][] => {
    const value = parameters.get(name);
    return value !== null && value !== "" && isAllowed(name, value) ? [[name, value]] : [];
  });
  return { ...ABSENT, ...preferences, ...Object.fromEntries(present) };
}

/**
 * The query of the address with some parameters changed. What is not named stays, also parameters of others.
 *
 * @param search the query as it is
 * @param changes the new values
 */
export function writeUrlState(search: string, changes: Partial<UrlState>): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === ABSENT[name as keyof typeof ABSENT]) parameters.delete(name);
    else if (value !== undefined) parameters.set(name, value);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether a value is one that the parameter can have. */
export function isAllowed(name: string, value: string): boolean {
  if (!Object.hasOwn(VALUES, name)) return true;
  return (VALUES[name as keyof typeof VALUES] as readonly string[]).includes(value);
}
