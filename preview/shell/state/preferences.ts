import { parseRailLayout, type RailLayout } from "./rail_layout.ts";
import { isAllowed, type Preferences } from "./url_state.ts";

/** The storage of preferences: a subset of `localStorage`. */
export type PreferenceStorage = Pick<Storage, "getItem" | "setItem">;

const NAMES = ["theme", "background", "feedWidth", "mount"] as const;

/** Reads the stored preferences. A missing or invalid one has its default value, also if the browser blocks storage. */
export function readPreferences(storage: PreferenceStorage, defaults: Preferences): Preferences {
  const stored = NAMES.flatMap((name): [string, string][] => {
    const value = attempt(() => storage.getItem(storageKey(name)));
    return typeof value === "string" && isAllowed(name, value) ? [[name, value]] : [];
  });
  return { ...defaults, ...Object.fromEntries(stored) };
}

/** Stores the preferences among some changes, unless the browser blocks storage. */
export function storePreferences(storage: PreferenceStorage, changes: Partial<Preferences>): void {
  for (const name of NAMES) {
    const value = changes[name];
    if (value !== undefined) attempt(() => storage.setItem(storageKey(name), value));
  }
}

const PANELS_NAME = "panels";

/** Reads which panels the reader has opened or closed, by id. */
export function readOpenPanels(storage: PreferenceStorage): { readonly [id: string]: boolean } {
  const text = attempt(() => storage.getItem(storageKey(PANELS_NAME)));
  const value: unknown = attempt(() => JSON.parse(text ?? "{}"));
  return typeof value === "object" && value !== null ? value as { [id: string]: boolean } : {};
}

export function storeOpenPanels(
  storage: PreferenceStorage,
  panels: { readonly [id: string]: boolean },
): void {
  attempt(() => storage.setItem(storageKey(PANELS_NAME), JSON.stringify(panels)));
}

const KEYS_NAME = "single-keys";

/** Reads whether keys of one character run commands; by default they do. */
export function readSingleKeys(storage: PreferenceStorage): boolean {
  return attempt(() => storage.getItem(storageKey(KEYS_NAME))) !== "off";
}

/** Stores whether keys of one character run commands. */
export function storeSingleKeys(storage: PreferenceStorage, isOn: boolean): void {
  attempt(() => storage.setItem(storageKey(KEYS_NAME), isOn ? "on" : "off"));
}

const RAIL_NAME = "rail";

/** Reads where the rail is, and its size. */
export function readRailLayout(storage: PreferenceStorage): RailLayout {
  const text = attempt(() => storage.getItem(storageKey(RAIL_NAME)));
  return parseRailLayout(attempt(() => JSON.parse(text ?? "null")));
}

/** Stores where the rail is, and its size. */
export function storeRailLayout(storage: PreferenceStorage, rail: RailLayout): void {
  attempt(() => storage.setItem(storageKey(RAIL_NAME), JSON.stringify(rail)));
}

function storageKey(name: string): string {
  return `tck-preview:${name}`;
}

/** Full or blocked storage throws. */
function attempt<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}
