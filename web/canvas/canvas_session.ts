import { classifyFailure, type DailyHost, type MountRequest, type WidgetInstance } from "@tck/kit/host";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { BatchesError } from "./batches.ts";
import type { CardEvent } from "./card_events.ts";
import { MountQueue } from "./mount_queue.ts";
import { createMountRequest, registerBundles } from "./bundle_registration.ts";

/** The state of the canvas. */
export type CanvasState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly reason: BatchesError["code"] }
  | ReadyCanvas;

/** The batches and their cards. A card that is neither in `instances` nor in `failed` is loading. */
export interface ReadyCanvas {
  readonly phase: "ready";
  readonly batches: readonly Batch[];
  /** The widget id at each position, by position key, in reading order. */
  readonly positions: ReadonlyMap<string, string>;
  /** The mounted widgets, by id. */
  readonly instances: ReadonlyMap<string, WidgetInstance>;
  /** The widgets that could not be mounted or have thrown, by id, each with its error. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** What to mount when a widget is retried, by id. */
  readonly retrySpecs: ReadonlyMap<string, MountRequest>;
}

interface CanvasSessionDependencies {
  /** The host that bundles are registered with. */
  readonly host: DailyHost;
  /**
   * Whether the batches are those of the fixtures.
   *
   * @default false
   */
  readonly mock?: boolean;
  /** Loads the batches of the page. */
  readonly loadBatches: () => Promise<Batch[]>;
  /**
   * Sends the reader to the login page; called when loading the batches requires authentication. False if the reader has
   * just come from there.
   */
  readonly signIn: () => boolean;
  /** Called when a card is mounted and when it fails. */
  readonly onCard: (event: CardEvent) => void;
}

/**
 * Loads the batches of a page and mounts their widgets (lifecycle specification, D.4 steps 2, 4 and 5). Each widget is
 * mounted independently, so that one that fails or is slow does not affect the others. Every state is a new object, as
 * React's `useSyncExternalStore` requires.
 */
export class CanvasSession {
  readonly #dependencies: CanvasSessionDependencies;
  readonly #listeners = new Set<(mayWait: boolean) => void>();
  readonly #queue = new MountQueue((widgetId) => this.#mount(widgetId));
  #state: CanvasState = { phase: "loading" };

  /** @param dependencies the host, and the functions that load batches and sign in */
  constructor(dependencies: CanvasSessionDependencies) {
    this.#dependencies = dependencies;
  }

  /** The current state. */
  readonly getState = (): CanvasState => this.#state;

  /**
   * Calls the listener after each change, with whether a card was mounted and others are still loading: such changes may be
   * shown a little later, together. Returns a function that unsubscribes.
   */
  readonly subscribe = (listener: (mayWait: boolean) => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the batches and mounts their widgets, a few at a time. Never rejects: failures are part of the state. */
  readonly load = async (): Promise<void> => {
    this.#change({ phase: "loading" });
    try {
      const batches = await this.#dependencies.loadBatches();
      const widgets = batches.flatMap((batch) => batch.widgets);
      registerBundles(this.#dependencies.host, widgets, this.#dependencies.mock);
      const requests = widgets.map(createMountRequest);
      this.#change(createReadyCanvas(batches, widgets, requests));
      await this.#queue.replace(widgets.map(({ id }) => id));
    } catch (error) {
      this.#fail(error);
    }
  };

  /** Loads the batches, or the cards, if that failed before, such as while the browser was offline. */
  readonly loadAgain = async (): Promise<void> => {
    if (this.#state.phase === "failed") return await this.load();
    if (this.#state.phase !== "ready") return;
    const notLoaded = [...this.#state.failed].filter(([, error]) => classifyFailure(error) === "fetch");
    await Promise.all(notLoaded.map(([widgetId]) => this.retry(widgetId)));
  };

  /** Mounts a failed widget again. */
  readonly retry = async (widgetId: string): Promise<void> => {
    if (this.#state.phase !== "ready" || !this.#state.failed.has(widgetId)) return;
    this.#changeCard(widgetId, {});
    await this.#mount(widgetId);
  };

  /** Notes whether a card is in view: those that are are mounted before the others. */
  readonly setInView = (widgetId: string, isInView: boolean): void => {
    this.#queue.setInView(widgetId, isInView);
  };

  /** Unmounts a widget that has thrown while rendering, and adds it to the failed ones. */
  readonly failCard = (widgetId: string, error: unknown): void => {
    this.#dependencies.host.unmount(widgetId);
    this.#setFailed(widgetId, error);
  };

  async #mount(widgetId: string): Promise<void> {
    if (this.#state.phase !== "ready") return;
    try {
      const request = this.#state.retrySpecs.get(widgetId)!;
      const instance = await this.#dependencies.host.mountWidget(request);
      this.#changeCard(widgetId, { instance });
      this.#dependencies.onCard({ widgetId, state: "mounted", failure: null });
    } catch (error) {
      reportError(error);
      this.#setFailed(widgetId, error);
    }
  }

  #setFailed(widgetId: string, error: unknown): void {
    this.#changeCard(widgetId, { failure: { error } });
    this.#dependencies.onCard({ widgetId, state: "failed", failure: classifyFailure(error) });
  }

  #fail(error: unknown): void {
    const code = error instanceof BatchesError ? error.code : "unavailable";
    if (code === "unauthenticated" && this.#dependencies.signIn()) return;
    reportError(error);
    this.#change({ phase: "failed", reason: code });
  }

  /** A card that has neither is loading. */
  #changeCard(widgetId: string, card: { failure?: { error: unknown }; instance?: WidgetInstance }): void {
    if (this.#state.phase !== "ready") return;
    const failed = new Map(this.#state.failed);
    const instances = new Map(this.#state.instances);
    if (card.failure) failed.set(widgetId, card.failure.error);
    else failed.delete(widgetId);
    if (card.instance === undefined) instances.delete(widgetId);
    else instances.set(widgetId, card.instance);
    const isLast = failed.size + instances.size === this.#state.positions.size;
    this.#change({ ...this.#state, failed, instances }, card.instance !== undefined && !isLast);
  }

  #change(state: CanvasState, mayWait = false): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(mayWait);
  }
}

function createReadyCanvas(
  batches: readonly Batch[],
  widgets: readonly Widget[],
  requests: readonly MountRequest[],
): ReadyCanvas {
  return {
    phase: "ready",
    batches,
    positions: new Map(
      widgets.map(({ id }, index) => {
        const { col, row } = requests[index]!.position;
        return [`${col}:${row}`, id];
      }),
    ),
    instances: new Map(),
    failed: new Map(),
    retrySpecs: new Map(widgets.map(({ id }, index) => [id, requests[index]!])),
  };
}
