import type { Store } from "../state/create_store.ts";
import type { ShellState } from "../state/shell_state.ts";
import { type MediaPreferences, simulateMedia } from "./media_preferences.ts";

/** Makes `matchMedia` of this page follow the preferences that the Stage simulates, with events when they change. */
export function simulateMediaQueries(store: Store<ShellState>): void {
  const matchMedia = globalThis.matchMedia.bind(globalThis);
  const all: MediaPreferences = { motion: "reduce", contrast: "more" };
  globalThis.matchMedia = (query) => {
    const list = matchMedia(query);
    const isSimulated = simulateMedia(list.media, all) !== list.media;
    return isSimulated ? new SimulatedQueryList(list, store, matchMedia) : list;
  };
}

/** A list whose result depends on the simulated preferences. */
class SimulatedQueryList extends EventTarget implements MediaQueryList {
  #last: boolean | null = null;
  #onchange: MediaQueryList["onchange"] = null;

  constructor(
    private readonly list: MediaQueryList,
    private readonly store: Store<ShellState>,
    private readonly matchMedia: (query: string) => MediaQueryList,
  ) {
    super();
  }

  get media(): string {
    return this.list.media;
  }

  get matches(): boolean {
    return this.matchMedia(simulateMedia(this.media, this.store.getState().url)).matches;
  }

  get onchange(): MediaQueryList["onchange"] {
    return this.#onchange;
  }

  set onchange(listener) {
    this.#onchange = listener;
    this.#follow();
  }

  override addEventListener(...listener: Parameters<EventTarget["addEventListener"]>): void {
    super.addEventListener(...listener);
    this.#follow();
  }

  addListener(listener: (event: MediaQueryListEvent) => void): void {
    this.addEventListener("change", listener as EventListener);
  }

  removeListener(listener: (event: MediaQueryListEvent) => void): void {
    this.removeEventListener("change", listener as EventListener);
  }

  /** Subscribes with the first listener: a list without listeners can be garbage-collected. */
  #follow(): void {
    if (this.#last !== null) return;
    this.#last = this.matches;
    this.store.subscribe(this.#compare);
    this.list.addEventListener("change", this.#compare);
  }

  readonly #compare = (): void => {
    const { media, matches } = this;
    if (matches === this.#last) return;
    this.#last = matches;
    const event = new MediaQueryListEvent("change", { media, matches });
    this.#onchange?.call(this, event);
    this.dispatchEvent(event);
  };
}
