import { isAllowed, type Preferences } from "./url_state.ts";

/** Where preferences are kept: what a page's `localStorage` can do. */
export type PreferenceStorage = Pick<Storage, "getItem" | "setItem">;

const NAMES = ["theme", "background", "feedWidth", "mount"] as const;

/**
 * Reads what was kept. A preference that was not, or not as it can be, is as the defaults say. A browser that refuses
 * the storage is taken for an empty one.
 */
export function readPreferences(storage: PreferenceStorage, defaults: Preferences): Preferences {
  const kept = NAMES.flatMap((name): [string, string][] => {
    const value = attempt(() => storage.getItem(storageKey(name)));
    return typeof value === "string" && isAllowed(name, value) ? [[name, value]] : [];
  });
  return { ...defaults, ...Object.fromEntries(kept) };
}

/** Keeps the preferences among some changes, for as long as the browser allows it. */
export function storePreferences(storage: PreferenceStorage, changes: Partial<Preferences>): void {
  for (const name of NAMES) {
    const value = changes[name];
    if (value !== undefined) attempt(() => storage.setItem(storageKey(name), value));
  }
}

function storageKey(name: string): string {
  return `tck-preview:${name}`;
}

/** Storage that is full or forbidden throws. */
function attempt<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}
