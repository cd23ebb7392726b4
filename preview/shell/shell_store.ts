import type { LiveWidget, PublicBundle } from "../protocol.ts";
import type { BundleState } from "./bundle_store.ts";
import { parseLanguageList } from "./language/language_list.ts";
import { type Preferences, readUrlState, type UrlState, writeUrlState } from "./url_state.ts";

/** The page's address: what the shell needs of `location` and `history`. */
export interface Address {
  /** The query, such as `?view=feed`. */
  read(): string;
  /** Writes the query, as a step that the reader can go back from or in the place of the last one. */
  write(search: string, step: "push" | "replace"): void;
}

/** What the controls say. */
export interface ShellState {
  readonly url: UrlState;
  /** The languages that the reader applied, best first; null while there is no override. */
  readonly languages: readonly string[] | null;
}

/** What the store is made of. */
export interface ShellStoreOptions {
  readonly address: Address;
  /** What the reader preferred on earlier visits. */
  readonly preferences: Preferences;
  /** Keeps preferences for later visits. */
  readonly keepPreferences: (changes: Partial<Preferences>) => void;
}

/** The changes after which a reader expects to come back by the browser's button. */
const STEPS: readonly (keyof UrlState)[] = ["view", "canvasTab", "canvasView", "widget"];

/** What the controls of the shell say, in step with the address (preview specification, "URL state of the shell"). */
export class ShellStore {
  readonly #options: ShellStoreOptions;
  readonly #listeners = new Set<() => void>();
  #preferences: Preferences;
  #state: ShellState;

  /** @param options where the address and the preferences are */
  constructor(options: ShellStoreOptions) {
    this.#options = options;
    this.#preferences = options.preferences;
    const url = readUrlState(options.address.read(), this.#preferences);
    this.#state = { url, languages: url.locale === null ? null : parseLanguageList(url.locale).languages };
  }

  /** The state now. */
  readonly getState = (): ShellState => this.#state;

  /** Calls the listener after each change, until the function that it returns is called. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What a control does: the state, the address and, where it is one, the preference follow. */
  go(changes: Partial<UrlState>, step: "push" | "replace" = stepOf(changes)): void {
    const { address, keepPreferences } = this.#options;
    keepPreferences(changes);
    this.#preferences = { ...this.#preferences, ...preferencesAmong(changes) };
    const whole = withItsOwn(changes);
    const [before, after] = [address.read(), writeUrlState(address.read(), whole)];
    address.write(after, before === after ? "replace" : step);
    this.#change({ ...this.#state, url: { ...this.#state.url, ...whole } });
  }

  /** The address that a control leads to, for a link. */
  addressOf(changes: Partial<UrlState>): string {
    return writeUrlState(this.#options.address.read(), withItsOwn(changes)) || "?";
  }

  /** Takes over an address that changed by itself: the reader went back or forward. */
  readonly readAddress = (): void => {
    const url = readUrlState(this.#options.address.read(), this.#preferences);
    this.#change({ ...this.#state, url });
  };

  /**
   * Applies languages to every card of the shell, or none with null. They are for this visit: the address does not keep
   * them, nor any that it began with.
   */
  setLanguages(languages: readonly string[] | null): void {
    this.#change({ ...this.#state, languages });
    if (this.#state.url.locale !== null) this.go({ locale: null });
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
  /** The address names a widget that there is not. */
  | { readonly kind: "missing"; readonly name: string }
  /** The bundles are not known yet. */
  | { readonly kind: "pending" }
  | { readonly kind: "none" };

/** Finds what the Stage shows: the widget that the address names, or else the first there is. */
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
 * What took the place of a bundle that is gone: the one that its file holds now. A rebuilt bundle has another id.
 *
 * @param gone the bundle that the Stage showed
 * @param bundles those that there are now
 */
export function findRebuilt(gone: PublicBundle, bundles: readonly PublicBundle[]): PublicBundle | null {
  if (gone.path === undefined) return null;
  return bundles.find(({ path, source }) => path === gone.path && source === gone.source) ??
    bundles.find(({ path }) => path === gone.path) ?? null;
}

function stepOf(changes: Partial<UrlState>): "push" | "replace" {
  return STEPS.some((name) => changes[name] !== undefined) ? "push" : "replace";
}

/** Another widget begins with its own size and state, another tab with its own first view. */
function withItsOwn(changes: Partial<UrlState>): Partial<UrlState> {
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
