import { WIDGET_SIZES, type WidgetSize } from "../../../core/contract/mod.ts";
import { parseLanguageList } from "./language_list.ts";

/** The reader's preferences, which are stored between visits. */
export interface Preferences {
  /** The theme of the shell and of every widget. */
  readonly theme: "light" | "dark";
  /** The background behind the cards. */
  readonly background: "grid" | "sky";
  /** The width of the column for `fill-auto` cards. */
  readonly feedWidth: "narrow" | "medium" | "wide";
  /** How the Stage isolates its widget. */
  readonly mount: "inline" | "iframe";
}

/**
 * The views: `feed` is the Canvas, with either tab; `compare` shows variants of the Stage's widget side by side, `chat` its card
 * in a chat; `review` what differs in the last snapshot.
 */
export const VIEWS = ["stage", "compare", "chat", "feed", "review"] as const;

export type View = typeof VIEWS[number];

/** The state in the URL (preview specification, "URL state of the shell"). */
export interface UrlState extends Preferences {
  readonly view: View;
  /** The open tab of the Canvas. */
  readonly canvasTab: "feed" | "grid";
  /** The id of the open feed or grid; null for the first one. */
  readonly canvasView: string | null;
  /** The name of a live widget, or the id of a bundle; null for the first one. */
  readonly widget: string | null;
  /** Null for the manifest's first size. */
  readonly size: WidgetSize | null;
  /** The name of one of the manifest's states; null for `defaultState`. */
  readonly state: string | null;
  /** Changed keys of that state as JSON; null for none. */
  readonly stateData: string | null;
  /** The width of a `fill-auto` card on the Stage in CSS pixels, as digits; null for that of `feedWidth`. */
  readonly width: string | null;
  /** The width of the card in the chat, in CSS pixels. */
  readonly chatWidth: typeof VALUES.chatWidth[number];
  /** The zoom of the Stage in percent. */
  readonly zoom: typeof VALUES.zoom[number];
  /** The direction of the Stage's card; `auto` is that of its language. */
  readonly direction: "auto" | "ltr" | "rtl";
  /** The colour vision that the Stage simulates. */
  readonly vision: typeof VALUES.vision[number];
  /** Whether the reader prefers reduced motion, as the Stage simulates it; `auto` is what the browser says. */
  readonly motion: typeof VALUES.motion[number];
  /** The contrast that the reader prefers, as the Stage simulates it; `auto` is what the browser says. */
  readonly contrast: typeof VALUES.contrast[number];
  /** What is drawn over the Stage's card. */
  readonly overlay: "none" | "outline" | "measure";
  /** What the compared cards differ in. */
  readonly compare: typeof VALUES.compare[number];
  /** The ids of the compared variants as a JSON list; null for the first ones. */
  readonly compared: string | null;
  /** The card of the Canvas that the rail inspects, by its bundle's id; null for none. */
  readonly card: string | null;
  /** The file name of the picture that the review shows; null for the first one. */
  readonly picture: string | null;
  /** The initial comma-separated list of language tags. The controls never write it, because it is for one visit. */
  readonly locale: string | null;
  /** `none` shows only the card, for frames; `shots` shows the cards that a snapshot asks for. */
  readonly chrome: "full" | "none" | "shots";
}

/** The least and the greatest width of a `fill-auto` card on the Stage, in CSS pixels. */
export const WIDTH_RANGE = { least: 320, greatest: 1280 } as const;

/** The parameters with an enumeration of values. */
const VALUES = {
  view: VIEWS,
  canvasTab: ["feed", "grid"],
  theme: ["light", "dark"],
  background: ["grid", "sky"],
  feedWidth: ["narrow", "medium", "wide"],
  mount: ["inline", "iframe"],
  size: WIDGET_SIZES,
  chatWidth: ["320", "400", "560", "720"],
  zoom: ["50", "75", "100", "125", "150", "200"],
  direction: ["auto", "ltr", "rtl"],
  vision: ["full", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"],
  motion: ["auto", "reduce", "no-preference"],
  contrast: ["auto", "more", "less"],
  overlay: ["none", "outline", "measure"],
  compare: ["themes", "sizes", "languages", "states", "versions"],
  chrome: ["full", "none", "shots"],
} as const;

/** The values of absent parameters, except preferences. A parameter with such a value is not written. */
const ABSENT = {
  view: "stage",
  canvasTab: "feed",
  canvasView: null,
  widget: null,
  size: null,
  state: null,
  stateData: null,
  width: null,
  chatWidth: "560",
  zoom: "100",
  direction: "auto",
  vision: "full",
  motion: "auto",
  contrast: "auto",
  overlay: "none",
  compare: "themes",
  compared: null,
  card: null,
  picture: null,
  locale: null,
  chrome: "full",
} as const;

/**
 * Reads the state from a URL. An absent or invalid parameter has the value of the preference or the default value.
 *
 * @param search the query of the URL, such as `?view=feed`
 * @param preferences the values of absent preferences
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
 * A query with some parameters changed. All other parameters stay, including unknown ones.
 *
 * @param search the current query
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

/** A parameter whose value is not one of its enumeration. */
export interface RejectedParameter {
  readonly name: keyof UrlState;
  readonly value: string;
  /** What its values are. */
  readonly allowed: string;
}

/** The parameters of a query whose value cannot be used. */
export function findRejected(search: string): RejectedParameter[] {
  const parameters = new URLSearchParams(search);
  const lists = Object.entries(VALUES).map(([name, values]) => [name, values.join(", ")]);
  return ([...lists, ...RULES] as [keyof UrlState, string][]).flatMap(([name, allowed]) => {
    const value = parameters.get(name);
    return value === null || isAllowed(name, value) ? [] : [{ name, value, allowed }];
  });
}

/** The parameters whose values cannot be listed, and what these are. */
const RULES = [
  ["width", `the whole numbers from ${WIDTH_RANGE.least} to ${WIDTH_RANGE.greatest}`],
  ["locale", "the lists of language tags such as de,pt-BR"],
];

/** The query without some parameters. */
export function dropRejected(search: string, rejected: readonly RejectedParameter[]): string {
  const parameters = new URLSearchParams(search);
  for (const { name } of rejected) parameters.delete(name);
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether a value is valid for a parameter. */
export function isAllowed(name: string, value: string): boolean {
  if (name === "width") return isWidth(value);
  if (name === "locale") return parseLanguageList(value).error === null;
  if (!Object.hasOwn(VALUES, name)) return true;
  return (VALUES[name as keyof typeof VALUES] as readonly string[]).includes(value);
}

function isWidth(text: string): boolean {
  const { least, greatest } = WIDTH_RANGE;
  return /^[1-9][0-9]{2,3}$/.test(text) && Number(text) >= least && Number(text) <= greatest;
}
