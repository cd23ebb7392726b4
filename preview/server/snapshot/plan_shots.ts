import { WIDGET_SIZES, type WidgetSize } from "../../../core/contract/mod.ts";
import { nearestName, quote } from "../../../core/errors/mod.ts";
import { SnapshotError } from "./errors.ts";
import type { Subject } from "./subjects.ts";

/** Most pictures of one snapshot. */
export const MAX_SHOTS = 1_000;

/** The widths of pictures of `fill-auto`, in CSS pixels: a phone's, a usual and a wide column. */
export const FILL_WIDTHS = [320, 480, 640] as const;

/** What a size may be called in a selection: a size of the contract, or `fill-auto` at one width. */
export const SIZE_NAMES: readonly string[] = [
  ...WIDGET_SIZES,
  ...FILL_WIDTHS.map((width) => `fill-auto-${width}`),
];

/** The width in the name of a size. */
const WIDTH = /(?<=^fill-auto)-\d+$/;

export const DEFAULT_STATE = "default";

export const THEMES = ["light", "dark"] as const;

/** One of {@link THEMES}. */
export type Theme = typeof THEMES[number];

/** One picture to take. */
export interface Shot {
  readonly subject: Subject;
  /** Null when the manifest is unknown. */
  readonly size: WidgetSize | null;
  /** The width of a `fill-auto` card in CSS pixels; null for other sizes. */
  readonly width: number | null;
  readonly theme: Theme;
  /** Null for `defaultState`. */
  readonly state: string | null;
  /** Null for a widget that declares no languages. */
  readonly locale: string | null;
}

/** The selected pictures. An empty list selects everything. */
export interface Selection {
  /** Names of live widgets, labels or ids of bundles. */
  readonly widgets: readonly string[];
  readonly sizes: readonly string[];
  readonly themes: readonly Theme[];
  /** Names of states; {@link DEFAULT_STATE} for the default. */
  readonly states: readonly string[];
  readonly locales: readonly string[];
}

/**
 * Lists the pictures to take: each widget at each selected size, theme, state and language of its manifest. A widget
 * whose manifest is unknown is taken once in each theme.
 *
 * @param subjects the selected widgets
 * @param names the names of all widgets, for what is not among them
 * @throws {SnapshotError} `selection.empty` when nothing matches or a selected value is not of any widget,
 * `selection.too_large` for more than {@link MAX_SHOTS}
 */
export function planShots(
  subjects: readonly Subject[],
  selection: Selection,
  names: readonly string[] = subjects.map(({ name }) => name),
): Shot[] {
  checkWidgets(subjects, selection.widgets, names);
  checkSizes(selection.sizes);
  checkValues("size", selection.sizes, subjects, sizesOf, (size) => size.replace(WIDTH, ""));
  checkValues("state", selection.states, subjects, (subject) => statesOf(subject).map(stateName));
  checkValues("locale", selection.locales, subjects, localesOf);
  const shots = subjects.flatMap((subject) => shotsOf(subject, selection));
  if (shots.length === 0) {
    throw new SnapshotError("selection.empty", "Cannot take pictures: no widget matches the whole selection");
  }
  if (shots.length <= MAX_SHOTS) return shots;
  throw new SnapshotError(
    "selection.too_large",
    `Cannot take ${shots.length} pictures: the limit is ${MAX_SHOTS}; select fewer by --widget, --size, --theme, ` +
      "--state or --locale",
  );
}

/**
 * Rejects what is not the name of a size.
 *
 * @throws {SnapshotError} `selection.empty`
 */
export function checkSizes(names: readonly string[]): void {
  const unknown = names.find((name) => !SIZE_NAMES.includes(name));
  if (unknown === undefined) return;
  throw new SnapshotError(
    "selection.empty",
    `Cannot use size ${quote(unknown)}: the sizes are ${SIZE_NAMES.join(", ")}`,
  );
}

/** The name of a size in the names of pictures: `2x2`, or `fill-auto-320`. */
export function sizeName({ size, width }: Pick<Shot, "size" | "width">): string | null {
  return size !== null && width !== null ? `${size}-${width}` : size;
}

/** The names of some sizes, each once; the widths of `fill-auto` are one: `fill-auto`, or `fill-auto-320/480`. */
export function listSizes(sizes: readonly Pick<Shot, "size" | "width">[]): string[] {
  const widths = new Set(sizes.flatMap(({ width }) => width ?? []));
  const fill = FILL_WIDTHS.every((width) => widths.has(width))
    ? "fill-auto"
    : `fill-auto-${[...widths].join("/")}`;
  return [...new Set(sizes.map((size) => size.width === null ? sizeName(size) ?? "" : fill))];
}

/** The name of a state in selections and reports. */
export function stateName(state: string | null): string {
  return state ?? DEFAULT_STATE;
}

function shotsOf(subject: Subject, selection: Selection): Shot[] {
  const themes = selection.themes.length > 0 ? selection.themes : THEMES;
  if (subject.manifest === null) {
    return themes.map((theme) => ({ subject, size: null, width: null, theme, state: null, locale: null }));
  }
  const footprints = sizesOf(subject).flatMap(footprintsOf).filter((footprint) =>
    selection.sizes.length === 0 || selection.sizes.includes(footprint.size) ||
    selection.sizes.includes(sizeName(footprint)!)
  );
  const states = select(statesOf(subject), selection.states, stateName);
  const locales: readonly (string | null)[] = select(localesOf(subject), selection.locales, String);
  const languages = locales.length === 0 && selection.locales.length === 0 ? [null] : locales;
  return footprints.flatMap((footprint) =>
    states.flatMap((state) =>
      languages.flatMap((locale) => themes.map((theme) => ({ subject, ...footprint, theme, state, locale })))
    )
  );
}

function footprintsOf(size: WidgetSize): { size: WidgetSize; width: number | null }[] {
  return size === "fill-auto" ? FILL_WIDTHS.map((width) => ({ size, width })) : [{ size, width: null }];
}

function select<Value>(
  all: readonly Value[],
  wanted: readonly string[],
  name: (value: Value) => string,
): readonly Value[] {
  return wanted.length === 0 ? all : all.filter((value) => wanted.includes(name(value)));
}

function sizesOf({ manifest }: Subject): readonly WidgetSize[] {
  return manifest?.sizes ?? [];
}

/** The states of a widget, the default state first. */
export function statesOf({ manifest }: Subject): readonly (string | null)[] {
  return [null, ...Object.keys(manifest?.states ?? {})];
}

/** The languages that a widget declares. */
export function localesOf({ manifest }: Subject): readonly string[] {
  return manifest?.languages ?? [];
}

/** The most names that a message lists. */
const MAX_NAMES = 12;

function checkWidgets(
  subjects: readonly Subject[],
  wanted: readonly string[],
  names: readonly string[],
): void {
  const missing = wanted.find((name) =>
    !subjects.some((subject) => subject.name === name || subject.id === name)
  );
  if (missing !== undefined) {
    throw new SnapshotError(
      "selection.empty",
      `Cannot find widget ${quote(missing)}: the preview has no widget of this name${
        suggest(missing, [...new Set(names)])
      }`,
    );
  }
  if (subjects.length > 0) return;
  const message = "Cannot take pictures: the project has neither widgets/*/widget.tck.tsx nor bundles";
  throw new SnapshotError("selection.empty", message);
}

/** The widget that was probably meant: its number is left out, or its name is misspelt; else the names that there are. */
function suggest(missing: string, names: readonly string[]): string {
  const meant = names.find((name) => name.replace(/^\d+_/, "") === missing) ?? nearestName(missing, names);
  if (meant !== null) return `; did you mean ${quote(meant)}?`;
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return names.length === 0 ? "" : `; it has ${names.slice(0, MAX_NAMES).map(quote).join(", ")}${more}`;
}

/** Rejects a value that no widget has, unless the manifest of a widget is unknown. */
function checkValues(
  what: string,
  wanted: readonly string[],
  subjects: readonly Subject[],
  valuesOf: (subject: Subject) => readonly string[],
  toValue: (wanted: string) => string = String,
): void {
  if (subjects.some(({ manifest }) => manifest === null)) return;
  const values = [...new Set(subjects.flatMap(valuesOf))];
  const unknown = wanted.find((value) => !values.includes(toValue(value)));
  if (unknown === undefined) return;
  const known = values.length === 0
    ? "the widgets declare none"
    : `the widgets declare ${values.slice(0, MAX_NAMES).map(quote).join(", ")}`;
  throw new SnapshotError("selection.empty", `Cannot use ${what} ${quote(unknown)}: ${known}`);
}
