import { classifyFailure, type DailyHost, type MountRequest, type WidgetInstance } from "@tck/kit/host";
import type { Batch, Widget } from "../../../core/feed/mod.ts";
import { BatchesError, reportBatchesError } from "../batches.ts";
import type { CardEvent } from "../card_events.ts";
import { GROUP_SIZE, showInGroups } from "./card_groups.ts";
import { painted, rested } from "./page_rest.ts";
import { countFilling } from "../card_layout.ts";
import { createMountRequest, registerBundles } from "./bundle_registration.ts";

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
  readonly loadBatches: () => Promise<Batch[]>;
  /**
   * Sends the reader to the login page; called when loading the batches requires authentication. False if the reader has
   * just come from there.
   */
  readonly signIn: () => boolean;
  /** The height that the first cards fill, in CSS pixels. @default that of the window, when they are shown */
  readonly height?: number;
  /** Called when a card is mounted and when it fails. */
  readonly onCard: (event: CardEvent) => void;
  /** Called when the first cards or a message are painted, and, with true, when all cards are. */
  readonly onPainted?: (isComplete: boolean) => void;
}

/** What became of a card. One that has neither is loading. */
interface CardOutcome {
  readonly instance?: WidgetInstance;
  readonly failure?: { readonly error: unknown };
}

/**
 * Loads the batches of a page and mounts their widgets (lifecycle specification, D.4 steps 2, 4 and 5). Each widget is
 * mounted independently, so that one that fails or is slow does not affect the others. Every state is a new object, as
 * React's `useSyncExternalStore` requires.
 */
export class CanvasSession {
  readonly #dependencies: CanvasSessionDependencies;
  readonly #listeners = new Set<() => void>();
  readonly #inView = new Set<string>();
  #loading = new AbortController();
  #state: CanvasState = { phase: "loading" };

  /** @param dependencies the host, and the functions that load batches and sign in */
  constructor(dependencies: CanvasSessionDependencies) {
    this.#dependencies = dependencies;
  }

  readonly getState = (): CanvasState => this.#state;

  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the batches and mounts their widgets, in groups. Never rejects: failures are part of the state. */
  readonly load = async (): Promise<void> => {
    this.#loading.abort();
    const { signal } = this.#loading = new AbortController();
    this.#change({ phase: "loading" });
    try {
      const batches = await this.#dependencies.loadBatches();
      if (signal.aborted) return;
      const widgets = batches.flatMap((batch) => batch.widgets);
      registerBundles(this.#dependencies.host, widgets, this.#dependencies.mock);
      await this.#showAll(createReadyCanvas(batches, widgets), signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(error);
      await this.#reportPainted(false);
    }
  };

  /** Ends loading: nothing changes any more, and nobody is sent to sign in. */
  readonly end = (): void => this.#loading.abort();

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
    const request = this.#state.retrySpecs.get(widgetId)!;
    this.#changeCards(new Map([[widgetId, {}]]));
    this.#show(new Map([[widgetId, await this.#mount(request)]]));
  };

  /** Notes whether a card is in view: those that are are mounted before the others. */
  readonly setInView = (widgetId: string, isInView: boolean): void => {
    if (isInView) this.#inView.add(widgetId);
    else this.#inView.delete(widgetId);
  };

  /** Unmounts a widget that has thrown while rendering, and adds it to the failed ones. */
  readonly failCard = (widgetId: string, error: unknown): void => {
    this.#dependencies.host.unmount(widgetId);
    this.#show(new Map([[widgetId, { failure: { error } }]]));
  };

  /** The places of the cards appear with the first cards in them: nothing that the reader has seen moves. */
  async #showAll(canvas: ReadyCanvas, signal: AbortSignal): Promise<void> {
    const { retrySpecs, positions } = canvas;
    const { height = globalThis.innerHeight } = this.#dependencies;
    const manifests = [...retrySpecs.values()].map(({ manifest }) => manifest);
    let isFirst = true;
    const begin = () => {
      if (isFirst) this.#state = canvas;
      isFirst = false;
    };
    await showInGroups([...positions.values()], {
      load: (widgetId) => this.#mount(retrySpecs.get(widgetId)!),
      show: (cards) => {
        if (signal.aborted) return;
        begin();
        this.#show(cards);
      },
      isInView: (widgetId) => this.#inView.has(widgetId),
      firstSize: Math.min(GROUP_SIZE, countFilling(manifests, height)),
      groupSize: GROUP_SIZE,
      rest: async () => {
        if (signal.aborted) return;
        await this.#reportPainted(false);
        await rested();
      },
    }, signal);
    if (signal.aborted) return;
    if (isFirst) this.#change(canvas);
    await this.#reportPainted(true);
  }

  async #reportPainted(isComplete: boolean): Promise<void> {
    await painted();
    this.#dependencies.onPainted?.(isComplete);
  }

  async #mount(request: MountRequest): Promise<CardOutcome> {
    try {
      return { instance: await this.#dependencies.host.mountWidget(request) };
    } catch (error) {
      reportError(error);
      return { failure: { error } };
    }
  }

  /** Shows what became of cards, and reports it. */
  #show(cards: ReadonlyMap<string, CardOutcome>): void {
    this.#changeCards(cards);
    for (const [widgetId, { instance, failure }] of cards) {
      if (instance !== undefined) this.#dependencies.onCard({ widgetId, state: "mounted", failure: null });
      if (failure === undefined) continue;
      this.#dependencies.onCard({ widgetId, state: "failed", failure: classifyFailure(failure.error) });
    }
  }

  #fail(error: unknown): void {
    const code = error instanceof BatchesError ? error.code : "unavailable";
    if (code === "unauthenticated" && this.#dependencies.signIn()) return;
    reportBatchesError(error);
    this.#change({ phase: "failed", reason: code });
  }

  #changeCards(cards: ReadonlyMap<string, CardOutcome>): void {
    if (this.#state.phase !== "ready") return;
    const failed = new Map(this.#state.failed);
    const instances = new Map(this.#state.instances);
    for (const [widgetId, { instance, failure }] of cards) {
      if (failure === undefined) failed.delete(widgetId);
      else failed.set(widgetId, failure.error);
      if (instance === undefined) instances.delete(widgetId);
      else instances.set(widgetId, instance);
    }
    this.#change({ ...this.#state, failed, instances });
  }

  #change(state: CanvasState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

function createReadyCanvas(batches: readonly Batch[], widgets: readonly Widget[]): ReadyCanvas {
  const requests = widgets.map(createMountRequest);
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
