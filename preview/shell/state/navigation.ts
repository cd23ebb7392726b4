import type { Store } from "./create_store.ts";
import type { ShellState } from "./shell_state.ts";
import {
  dropRejected,
  findRejected,
  type Preferences,
  readUrlState,
  type RejectedParameter,
  type UrlState,
  writeUrlState,
} from "./url_state.ts";

/** The page's URL: a subset of `location` and `history`. */
export interface Address {
  /** The query, such as `?view=feed`. */
  read(): string;
  /**
   * Writes the query as a new history entry, or in place of the current one.
   *
   * @returns false when another page shows it
   */
  write(search: string, step: "push" | "replace"): boolean;
}

interface NavigationDependencies {
  readonly store: Store<ShellState>;
  readonly address: Address;
  /** Stores preferences for later visits. */
  readonly storePreferences: (changes: Partial<Preferences>) => void;
}

/** A change of these parameters is a new history entry. */
const HISTORY_PARAMETERS: readonly (keyof UrlState)[] = ["view", "canvasTab", "canvasView", "widget"];

/**
 * Keeps the state of the controls and the URL equal (preview specification, "URL state of the shell"). The URL says all
 * that is shown, so that it shows the same elsewhere; a value that cannot be shown leaves it with a notice.
 */
export class Navigation {
  readonly #dependencies: NavigationDependencies;

  /** Writes what is shown to the URL, except in frames and snapshots. */
  constructor(dependencies: NavigationDependencies) {
    this.#dependencies = dependencies;
    this.#readAddress(preferencesAmong(dependencies.store.getState().url), {});
  }

  /** Changes the state and the URL, and stores changed preferences. */
  navigate(changes: Partial<UrlState>, step: "push" | "replace" = historyStep(changes)): void {
    const { store, address, storePreferences } = this.#dependencies;
    storePreferences(changes);
    const allChanges = resetDependentParams(changes);
    const [before, search] = [address.read(), writeUrlState(address.read(), allChanges)];
    if (!address.write(search, before === search ? "replace" : step)) return;
    store.setState({ search, url: { ...store.getState().url, ...allChanges } });
  }

  /** Reads the URL again after the reader went back or forward. The preferences stay as they are. */
  readonly readAddress = (): void => {
    const preferences = preferencesAmong(this.#dependencies.store.getState().url);
    this.#readAddress(preferences, preferences);
  };

  /**
   * Overrides the languages of every card, or removes the override with null. The override is for this visit only: it is
   * not written to the URL, and an initial one is removed from it.
   */
  setLanguages(languages: readonly string[] | null): void {
    const { store } = this.#dependencies;
    store.setState({ languages });
    if (store.getState().url.locale !== null) this.navigate({ locale: null });
  }

  /** Replaces values in the URL that the shown widget or view does not have, and says so. */
  replaceUnknown(changes: Partial<UrlState>, ...notices: string[]): void {
    const { store } = this.#dependencies;
    store.setState({ notices: addNotices(store.getState().notices, notices) });
    this.navigate(changes, "replace");
  }

  readonly dismissNotices = (): void => this.#dependencies.store.setState({ notices: [] });

  #readAddress(absent: Preferences, fixed: Partial<Preferences>): void {
    const { store, address } = this.#dependencies;
    const given = address.read();
    const url = { ...readUrlState(given, absent), ...fixed };
    if (url.chrome !== "full") return store.setState({ search: given, url });
    const rejected = findRejected(given);
    const search = writeUrlState(dropRejected(given, rejected), preferencesAmong(url));
    if (search !== given) address.write(search, "replace");
    const notices = addNotices(store.getState().notices, rejected.map((one) => describeRejected(one, url)));
    store.setState({ search, url, notices });
  }
}

/** The query of a link that makes these changes. */
export function hrefFor({ search }: Pick<ShellState, "search">, changes: Partial<UrlState>): string {
  return writeUrlState(search, resetDependentParams(changes)) || "?";
}

function addNotices(known: readonly string[], added: readonly string[]): readonly string[] {
  const missing = added.filter((notice) => !known.includes(notice));
  return missing.length === 0 ? known : [...known, ...missing];
}

function describeRejected({ name, value, allowed }: RejectedParameter, url: UrlState): string {
  const shown = url[name];
  return `The address had ${name}=${value.slice(0, 60)}, which is not one of ${allowed}. ` +
    `Shown: ${shown ?? "the default"}.`;
}

function historyStep(changes: Partial<UrlState>): "push" | "replace" {
  return HISTORY_PARAMETERS.some((name) => changes[name] !== undefined) ? "push" : "replace";
}

/**
 * A change of the widget resets its size, state and compared variants, a change of the state its changes, a change of the
 * column's width the card's own, a change of the tab resets the open view.
 */
function resetDependentParams(changes: Partial<UrlState>): Partial<UrlState> {
  if (changes.widget !== undefined) {
    return { size: null, state: null, stateData: null, compared: null, ...changes };
  }
  if (changes.state !== undefined) return { stateData: null, ...changes };
  if (changes.feedWidth !== undefined) return { width: null, ...changes };
  if (changes.compare !== undefined) return { compared: null, ...changes };
  if (changes.canvasTab !== undefined) return { canvasView: null, card: null, ...changes };
  return changes.canvasView !== undefined ? { card: null, ...changes } : changes;
}

function preferencesAmong({ theme, background, feedWidth, mount }: UrlState): Preferences {
  return { theme, background, feedWidth, mount };
}
