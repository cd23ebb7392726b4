import type { LiveWidget, PublicBundle } from "../protocol.ts";
import type { BundleState } from "./bundle_store.ts";
import { parseLanguageList } from "./language/language_list.ts";
import { type Preferences, readUrlState, type UrlState, writeUrlState } from "./url_state.ts";

/** The page's URL: a subset of `location` and `history`. */
interface Address {
  /** The query, such as `?view=feed`. */
  read(): string;
  /** Writes the query as a new history entry, or in place of the current one. */
  write(search: string, step: "push" | "replace"): void;
}

/** The state of the controls. */
export interface ShellState {
  readonly url: UrlState;
  /** The languages that the reader applied, best first; null without an override. */
  readonly languages: readonly string[] | null;
}

interface ShellStoreDependencies {
  readonly address: Address;
  /** The stored preferences of earlier visits. */
  readonly preferences: Preferences;
  /** Stores preferences for later visits. */
  readonly storePreferences: (changes: Partial<Preferences>) => void;
}

/** A change of these parameters is a new history entry. */
const HISTORY_PARAMETERS: readonly (keyof UrlState)[] = ["view", "canvasTab", "canvasView", "widget"];

/** The state of the shell's controls, in sync with the URL (preview specification, "URL state of the shell"). */
export class ShellStore {
  readonly #dependencies: ShellStoreDependencies;
  readonly #listeners = new Set<() => void>();
  #preferences: Preferences;
  #state: ShellState;

  /** @param dependencies the URL and the preferences */
  constructor(dependencies: ShellStoreDependencies) {
    this.#dependencies = dependencies;
    this.#preferences = dependencies.preferences;
    const url = readUrlState(dependencies.address.read(), this.#preferences);
    this.#state = { url, languages: url.locale === null ? null : parseLanguageList(url.locale).languages };
  }

  /** The current state. */
  readonly getState = (): ShellState => this.#state;

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the state and the URL, and stores changed preferences. */
  navigate(changes: Partial<UrlState>, step: "push" | "replace" = historyStep(changes)): void {
    const { address, storePreferences } = this.#dependencies;
    storePreferences(changes);
    this.#preferences = { ...this.#preferences, ...preferencesAmong(changes) };
    const allChanges = resetDependentParams(changes);
    const [before, after] = [address.read(), writeUrlState(address.read(), allChanges)];
    address.write(after, before === after ? "replace" : step);
    this.#change({ ...this.#state, url: { ...this.#state.url, ...allChanges } });
  }

  /** The `href` of a link that makes these changes. */
  hrefFor(changes: Partial<UrlState>): string {
    return writeUrlState(this.#dependencies.address.read(), resetDependentParams(changes)) || "?";
  }

  /** Reads the URL again after the reader went back or forward. */
  readonly readAddress = (): void => {
    const url = readUrlState(this.#dependencies.address.read(), this.#preferences);
    this.#change({ ...this.#state, url });
  };

  /**
   * Overrides the languages of every card, or removes the override with null. The override is for this visit only: it is
   * not written to the URL, and an initial one is removed from it.
   */
  setLanguages(languages: readonly string[] | null): void {
    this.#change({ ...this.#state, languages });
    if (this.#state.url.locale !== null) this.navigate({ locale: null });
  }

  #change(state: ShellState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What the Stage shows, or why it shows nothing. */
export type StageSubject =
  | { readonly kind: "live"; readonly widget: LiveWidget }
  | { readonly kind: "bundle"; readonly bundle: PublicBundle }
  /** The widget in the URL does not exist. */
  | { readonly kind: "missing"; readonly name: string }
  /** The bundles are not known yet. */
  | { readonly kind: "pending" }
  | { readonly kind: "none" };

/** Finds what the Stage shows: the widget in the URL, or the first one. */
export function findStageSubject(
  name: string | null,
  live: readonly LiveWidget[],
  { bundles, error }: BundleState,
): StageSubject {
  const widget = name === null ? live[0] : live.find((widget) => widget.name === name);
  if (widget !== undefined) return { kind: "live", widget };
  if (bundles === null && error === null) return { kind: "pending" };
  const bundle = name === null ? bundles?.[0] : bundles?.find(({ id }) => id === name);
  if (bundle !== undefined) return { kind: "bundle", bundle };
  return name === null ? { kind: "none" } : { kind: "missing", name };
}

/**
 * Finds the bundle that replaced a removed one in the same file. A rebuilt bundle has another id.
 *
 * @param removed the bundle that the Stage showed
 * @param bundles the current bundles
 */
export function findRebuiltBundle(
  removed: PublicBundle,
  bundles: readonly PublicBundle[],
): PublicBundle | null {
  if (removed.path === undefined) return null;
  return bundles.find(({ path, source }) => path === removed.path && source === removed.source) ??
    bundles.find(({ path }) => path === removed.path) ?? null;
}

function historyStep(changes: Partial<UrlState>): "push" | "replace" {
  return HISTORY_PARAMETERS.some((name) => changes[name] !== undefined) ? "push" : "replace";
}

/** A change of the widget resets its size and state, a change of the tab resets the open view. */
function resetDependentParams(changes: Partial<UrlState>): Partial<UrlState> {
  if (changes.widget !== undefined) return { size: null, state: null, ...changes };
  return changes.canvasTab !== undefined ? { canvasView: null, ...changes } : changes;
}

function preferencesAmong({ theme, background, feedWidth, mount }: Partial<UrlState>): Partial<Preferences> {
  return {
    ...(theme && { theme }),
    ...(background && { background }),
    ...(feedWidth && { feedWidth }),
    ...(mount && { mount }),
  };
}
