import type { DailyHost, WidgetInstance } from "@tck/kit/host";
import { WIDGET_PREFIX } from "../../core/contract/mod.ts";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { BatchesError } from "./batches.ts";

/** How far one card has come. */
export type CardState =
  | { readonly status: "loading" }
  | { readonly status: "mounted"; readonly instance: WidgetInstance }
  | { readonly status: "failed"; readonly error: unknown };

/** How far the page has come. `cards` holds a state for each widget of the batches, by widget id. */
export type CanvasState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly reason: "not_found" | "unavailable" }
  | {
    readonly phase: "ready";
    readonly batches: readonly Batch[];
    readonly cards: ReadonlyMap<string, CardState>;
  };

/** What a session is made of. */
export interface CanvasSessionOptions {
  /** Where bundles are registered and widgets mounted. */
  readonly host: DailyHost;
  /** Loads what the page shows. */
  readonly loadBatches: () => Promise<Batch[]>;
  /** Sends the reader to sign in: called when the batches are refused for want of it. */
  readonly signIn: () => void;
}

/**
 * What a canvas shows and how far it has come: the batches, then each of their widgets on its own, so that one that
 * fails or takes long leaves the others alone (lifecycle specification, D.4 steps 2, 4 and 5). Each state is a new
 * object, as React's external stores want it.
 */
export class CanvasSession {
  readonly #options: CanvasSessionOptions;
  readonly #listeners = new Set<() => void>();
  #state: CanvasState = { phase: "loading" };

  /** @param options what the session is made of */
  constructor(options: CanvasSessionOptions) {
    this.#options = options;
  }

  /** The state now. */
  readonly getState = (): CanvasState => this.#state;

  /** Calls the listener after each change, until the function that it returns is called. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the batches and mounts their widgets, all at once. Never rejects: what fails is in the state. */
  readonly load = async (): Promise<void> => {
    this.#change({ phase: "loading" });
    try {
      const batches = await this.#options.loadBatches();
      const widgets = batches.flatMap((batch) => batch.widgets);
      const loading: CardState = { status: "loading" };
      this.#change({ phase: "ready", batches, cards: new Map(widgets.map(({ id }) => [id, loading])) });
      await Promise.all(widgets.map((widget, row) => this.#mount(widget, row)));
    } catch (error) {
      this.#fail(error);
    }
  };

  /** Mounts a widget that failed once more. */
  readonly retry = async (widgetId: string): Promise<void> => {
    if (this.#state.phase !== "ready") return;
    const widgets = this.#state.batches.flatMap((batch) => batch.widgets);
    const row = widgets.findIndex(({ id }) => id === widgetId);
    const widget = widgets[row];
    if (widget === undefined) return;
    this.#changeCard(widgetId, { status: "loading" });
    await this.#mount(widget, row);
  };

  async #mount(widget: Widget, row: number): Promise<void> {
    try {
      this.#changeCard(widget.id, { status: "mounted", instance: await this.#mountWidget(widget, row) });
    } catch (error) {
      reportError(error);
      this.#changeCard(widget.id, { status: "failed", error });
    }
  }

  async #mountWidget({ id, manifest, bundle: { hash } }: Widget, row: number): Promise<WidgetInstance> {
    const { host } = this.#options;
    const folder = `${WIDGET_PREFIX}${hash}/`;
    host.register({
      hash,
      manifest,
      bundleUrl: `${folder}widget.mjs`,
      cssUrl: `${folder}widget.css`,
      propertiesCssUrl: `${folder}widget.properties.css`,
    });
    return await host.mountWidget({
      manifestId: String(manifest.id),
      hash,
      widgetId: id,
      position: { col: 0, row },
    });
  }

  #fail(error: unknown): void {
    const code = error instanceof BatchesError ? error.code : "unavailable";
    if (code === "unauthenticated") return this.#options.signIn();
    reportError(error);
    this.#change({ phase: "failed", reason: code });
  }

  #changeCard(widgetId: string, card: CardState): void {
    if (this.#state.phase !== "ready") return;
    this.#change({ ...this.#state, cards: new Map(this.#state.cards).set(widgetId, card) });
  }

  #change(state: CanvasState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
