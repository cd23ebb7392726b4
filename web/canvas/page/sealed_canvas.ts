import type { Batch } from "../../../core/feed/mod.ts";
import { BatchesError, reportBatchesError } from "../batches.ts";
import type { CardEvent } from "../card_events.ts";
import { canvasText } from "../canvas_text.ts";
import { listBundleHashes } from "../listed_widgets.ts";
import { type FrameAssets, type FrameMessage, type PageMessage, readFrameMessage } from "../messages.ts";
import { BundleDelivery } from "./bundle_delivery.ts";
import type { BundleStore } from "./bundle_store.ts";
import { createFailureMessage, createNotice } from "./failure_message.ts";
import { isDeclaredLink } from "./declared_links.ts";
import { findEndedPages, forgetEndedPages, markPage } from "./ended_pages.ts";
import type { Loss } from "./blame.ts";
import { FrameLosses } from "./frame_losses.ts";
import { Heartbeat } from "./heartbeat.ts";
import { confirmLink } from "./link_question.ts";
import { Neighbours } from "./neighbours.ts";
import { type AskedLink, openLink } from "./open_link.ts";
import { SealedFrame } from "./sealed_frame.ts";

interface SealedCanvasOptions {
  /** The URL of the frame's document. */
  readonly frameUrl: string;
  /** The language of the page's texts. */
  readonly language: string;
  /** Whether frames need a document around them, since the page's own policy lets them be navigated. */
  readonly isGuarded: boolean;
  /** The frame with the first cards as the server has painted them, which is removed when they are there. @default none */
  readonly paint?: Element | null;
}

interface SealedCanvasDependencies {
  readonly loadBatches: () => Promise<Batch[]>;
  /** Sends the reader to the sign-in page; false if the reader has just come from there. */
  readonly signIn: () => boolean;
  /** Fetches the host assets that a frame runs. */
  readonly loadAssets: () => Promise<FrameAssets>;
  /** Fetches envelopes with the reader's session. */
  readonly bundles: BundleStore;
  /** Called when all cards of a frame are painted. */
  readonly onComplete: () => void;
  /** Called when a card is mounted and when it fails. */
  readonly onCard: (event: CardEvent) => void;
  /** The current theme of the page. */
  readonly readTheme: () => "light" | "dark";
  /** The height of the reader's window, in CSS pixels. */
  readonly readWindowHeight: () => number;
  /** Loads the page again; an application's page has more than the canvas, and is not loaded again. @default nothing */
  readonly reload?: () => void;
}

/** One frame and what belongs to it. */
interface OpenFrame {
  readonly frame: SealedFrame;
  readonly heartbeat: Heartbeat;
  readonly delivery: BundleDelivery;
  /** The hashes of the bundles whose code ran since the frame last answered in time, the last one at the end. */
  readonly recent: Set<string>;
  /** When the last of them ran, in milliseconds of the clock that all pages share; 0 for none. */
  ranAt: number;
  /** Whether its code has started. */
  hasStarted: boolean;
  /** The height of its content, for its style. */
  height: string;
}

/** How long an answer of a frame may take, in milliseconds. */
const TIMEOUT_MS = 8_000;

/** The same after a loss: the frame has few cards at a time, and the reader has waited already. */
const SEARCH_TIMEOUT_MS = 5_000;

/** How long a frame whose cards are there is watched before other feeds open theirs, in milliseconds. */
const SETTLED_MS = 1_500;

/** What the page answers with much, or with a request, counts as several messages. */
const COSTS: { readonly [type in FrameMessage["type"]]?: number } = {
  "load-batches": 1_000,
  "load-bundle": 5,
  // Cards that are animated take turns in each frame of the browser.
  run: 0.1,
  // The page tells its own listeners.
  card: 10,
};

/** The maximum height of the frame, in CSS pixels. */
const MAX_HEIGHT = 1_000_000;

/**
 * The trusted side of a sealed canvas: fetches batches and bundles with the reader's session, passes them to one
 * sandboxed frame that holds all cards, and opens links for it.
 *
 * A frame that stops responding, sends too much or was navigated is replaced. The next frames find the bundle that ends them
 * (`blame.ts`), and it alone fails. Frames of other feeds may stop responding with it (`neighbours.ts`).
 */
export class SealedCanvas {
  readonly #root: HTMLElement;
  readonly #options: SealedCanvasOptions;
  readonly #dependencies: SealedCanvasDependencies;
  readonly #losses = new FrameLosses();
  readonly #ended = new AbortController();
  readonly #neighbours = new Neighbours({
    onLost: () => void this.#followLoss(),
    onGivenUp: () => this.#openAgain?.(),
  });
  /** Opens a frame again after this feed has given up, when another one has. */
  #openAgain: (() => void) | null = null;
  #current: OpenFrame | null = null;
  /** Null after a failure: the next request of the frame loads again. */
  #batches: Promise<Batch[]> | null;
  /** The hashes of the batches' bundles. The frame gets no other bundles. */
  #hashes: ReadonlySet<string> = new Set();
  #shownBatches: readonly Batch[] = [];
  /** The bundle of each card, by widget id. */
  #cards: ReadonlyMap<string, string> = new Map();
  readonly #confirmedHosts = new Set<string>();
  #stallNotice: HTMLElement | null = null;
  /** Whether the reader is asked about a link. */
  #isAsking = false;
  /** Whether the code of any frame has run. */
  #hasStarted = false;
  /** Resolves when this page is marked as one that runs cards. */
  #marked: Promise<void> | null = null;

  /** Begins to load the batches and their bundles, and the frame at the same time. */
  constructor(root: HTMLElement, options: SealedCanvasOptions, dependencies: SealedCanvasDependencies) {
    this.#root = root;
    this.#options = options;
    this.#dependencies = dependencies;
    // A screen reader reads each card once: the cards that come are the same.
    options.paint?.setAttribute("inert", "");
    document.addEventListener("freeze", () => void this.#rest(), { signal: this.#ended.signal });
    this.#batches = this.#loadBatches();
    const ended = findEndedPages();
    if (ended === null) this.#openFrame();
    else void ended.then((marks) => this.#start(marks));
  }

  setTheme(theme: "light" | "dark"): void {
    this.#send({ type: "theme", theme });
  }

  /** Passes on the height of the reader's window, which `vh` in a card means. */
  setWindowHeight(height: number): void {
    this.#send({ type: "window", height });
  }

  /** Replaces the frame by one without the bundle that floods another page. */
  endFlood(): void {
    this.#current?.frame.loseSoon();
  }

  /** Removes the frame and what the page shows in its place. Nothing is loaded any more, and nobody is sent to sign in. */
  end(): void {
    this.#ended.abort();
    this.#neighbours.end();
    this.#current?.heartbeat.stop();
    this.#current?.frame.remove();
    this.#current = null;
    this.#root.replaceChildren();
  }

  #loadBatches(): Promise<Batch[]> {
    const loading = this.#dependencies.loadBatches();
    loading.then((batches) => {
      if (this.#ended.signal.aborted) return;
      this.#shownBatches = batches;
      this.#hashes = new Set(listBundleHashes(batches));
      const widgets = batches.flatMap(({ widgets }) => widgets);
      this.#cards = new Map(widgets.map(({ id, bundle }) => [id, bundle.hash]));
      this.#dependencies.bundles.prefetch([...this.#hashes]);
    }, () => {});
    return loading;
  }

  /** Opens a frame. Where a page of this address has ended while it showed cards, none is shown until the reader starts them. */
  #start(ended: readonly string[]): void {
    if (this.#ended.signal.aborted) return;
    if (ended.length === 0) return this.#openFrame();
    const text = canvasText();
    this.#root.dataset.state = "ended";
    this.#options.paint?.remove();
    const message = createFailureMessage(text.ended, text.start, () => {
      message.remove();
      forgetEndedPages(ended);
      this.#openFrame();
    });
    this.#root.prepend(message);
  }

  #openFrame(): void {
    const { bundles, loadAssets, readTheme } = this.#dependencies;
    const { frameUrl: url, language, isGuarded } = this.#options;
    const frame = new SealedFrame({ url, title: canvasText().frame, language, isGuarded }, {
      assets: Promise.all([loadAssets(), this.#marked ??= markPage(this.#ended.signal)]).then(([assets]) =>
        assets
      ),
      readTheme,
      receive: (data) => this.#receive(data),
      onSilent: () => void this.#shareLoss(),
      onLost: () => this.#replaceFrame(),
    });
    const heartbeat = new Heartbeat({
      ping: () => frame.send({ type: "ping" }),
      timeoutMs: this.#losses.areNone ? TIMEOUT_MS : SEARCH_TIMEOUT_MS,
      onStall: (isStalled) => this.#showStall(isStalled),
      onLost: () => void this.#shareLoss(),
    });
    const delivery = new BundleDelivery({
      bundles,
      send: (message, transfer) => frame.send(message, transfer),
      responds: () => heartbeat.responds(),
      readBlame: () => this.#losses.blame,
      writeBlame: (blame) => {
        if (this.#current?.delivery === delivery) this.#losses.blame = blame;
      },
      readCards: () => this.#cards,
    });
    this.#current = {
      frame,
      heartbeat,
      delivery,
      recent: new Set(),
      ranAt: 0,
      hasStarted: false,
      height: "",
    };
    this.#root.dataset.state = "loading";
    this.#root.append(frame.element);
  }

  #send(message: PageMessage): void {
    this.#current?.frame.send(message);
  }

  /** Returns how many messages it counts as. */
  #receive(data: unknown): number {
    const message = readFrameMessage(data);
    if (message === null || this.#current === null) return 1;
    this.#hasStarted = true;
    this.#current.hasStarted = true;
    this.#current.heartbeat.start();
    (this.#receivers[message.type] as (message: FrameMessage) => unknown)(message);
    return COSTS[message.type] ?? 1;
  }

  readonly #receivers: {
    readonly [type in FrameMessage["type"]]: (message: Extract<FrameMessage, { type: type }>) => unknown;
  } = {
    "load-batches": () => this.#sendBatches(),
    "load-bundle": ({ hash }) => this.#sendBundle(hash),
    run: ({ hash, at }) => this.#noteRun(hash, at),
    resize: ({ height }) => this.#resize(height),
    painted: ({ isComplete }) => this.#reveal(isComplete),
    open: (link) =>
      openLink(
        link,
        () => isDeclaredLink(link.href, link.widgetId, this.#shownBatches),
        {
          ask: (asked, onConfirm) => this.#ask(asked, onConfirm),
          confirmed: this.#confirmedHosts,
        },
      ),
    card: ({ widgetId, state, failure }) => {
      if (!this.#cards.has(widgetId)) return; // A widget can send any text.
      this.#current!.delivery.settle(widgetId);
      this.#dependencies.onCard({ widgetId, state, failure });
    },
    pong: () => {
      const current = this.#current!;
      if (!current.heartbeat.answer() || current.frame.floodedAt < Infinity) return;
      current.recent.clear();
      current.ranAt = 0;
    },
  };

  async #sendBatches(): Promise<void> {
    try {
      const batches = await (this.#batches ??= this.#loadBatches());
      // The frame mounts its cards with it.
      this.setWindowHeight(this.#dependencies.readWindowHeight());
      this.#send({ type: "batches", batches });
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#batches = null;
      const code = error instanceof BatchesError ? error.code : "unavailable";
      if (code === "unauthenticated" && this.#dependencies.signIn()) return;
      reportBatchesError(error);
      this.#send({ type: "batches-failed", code });
    }
  }

  /** Meanwhile the frame keeps its height: nothing that is below it, or is in the middle of the page, is moved by a card. */
  #ask(asked: AskedLink, onConfirm: () => void): void {
    const onClose = () => {
      this.#isAsking = false;
      this.#applyHeight();
      this.#focusLink();
    };
    const listeners = { onConfirm, onClose, onFocusKept: () => this.#replaceFrame() };
    if (confirmLink(asked, listeners, this.#ended.signal)) this.#isAsking = true;
  }

  /** The frame loses its focused element while a dialog of the page is shown. */
  #focusLink(): void {
    this.#current?.frame.focus();
    this.#send({ type: "focus-link" });
  }

  #sendBundle(hash: string): void {
    if (!this.#hashes.has(hash)) return;
    // Only the reader tries a card again that has ended a frame.
    if (this.#current!.delivery.deliver(hash, navigator.userActivation.isActive)) this.#losses.forget();
  }

  #noteRun(hash: string, at: number): void {
    const current = this.#current!;
    if (!this.#hashes.has(hash) || at > current.frame.floodedAt) return;
    current.recent.delete(hash);
    current.recent.add(hash);
    current.ranAt = performance.timeOrigin + performance.now();
  }

  /** Until it is revealed, the frame is as high as the view at least, so that its cards in view are known. */
  #resize(height: number): void {
    this.#current!.height = `${Math.min(height, MAX_HEIGHT)}px`;
    this.#applyHeight();
  }

  #applyHeight(): void {
    if (this.#current === null || this.#isAsking || this.#root.dataset.state !== "ready") return;
    this.#current.frame.element.style.height = this.#current.height;
  }

  /** Shows the frame in place of the places that wait, when its cards are painted. */
  #reveal(isComplete: boolean): void {
    this.#root.dataset.state = "ready";
    this.#current!.frame.element.style.height = this.#current!.height;
    this.#options.paint?.remove();
    if (!isComplete) return;
    this.#dependencies.onComplete();
    if (this.#neighbours.hasTurn) void this.#endTurn(this.#current!);
  }

  /** Lets other feeds open their frames, once this one's has survived. */
  async #endTurn(opened: OpenFrame): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    await opened.heartbeat.responds();
    if (this.#current === opened) this.#neighbours.endTurn();
  }

  #replaceFrame(): void {
    if (this.#current === null) return;
    const loss = this.#removeFrame();
    if (this.#noteLoss(loss)) this.#openFrame();
    else this.#giveUp();
  }

  /** Another feed has lost its frame. One that shares its process does not answer. */
  async #followLoss(): Promise<void> {
    const followed = this.#current;
    const isLost = followed !== null && !await followed.heartbeat.survives();
    if (isLost && this.#current === followed) await this.#shareLoss();
  }

  /** Removes a frame that does not respond, with those of other feeds. A loss that is not this feed's blames no bundle. */
  async #shareLoss(): Promise<void> {
    const { ranAt } = this.#current!;
    const loss = this.#removeFrame();
    const isOwn = await this.#neighbours.lose({ losses: this.#losses.total, ranAt });
    if (this.#ended.signal.aborted) return;
    if (isOwn && !this.#noteLoss(loss)) return this.#giveUp(true);
    await this.#return(isOwn);
  }

  /** A page that the browser freezes could not remove its frame when another feed has lost its own. */
  async #rest(): Promise<void> {
    if (this.#current === null) return;
    this.#removeFrame();
    await happen("resume", this.#ended.signal);
    await this.#return(false);
  }

  async #return(isOwn: boolean): Promise<void> {
    const { signal } = this.#ended;
    if (document.hidden) await happen("visibilitychange", signal);
    await this.#neighbours.takeTurn(isOwn);
    if (!signal.aborted) this.#openFrame();
  }

  #removeFrame(): Loss {
    const { heartbeat, frame, delivery: { tried }, recent, hasStarted } = this.#current!;
    heartbeat.stop();
    frame.remove();
    // Browsers may run both in one process, which ends with its last frame: what holds it up may be in either.
    this.#options.paint?.remove();
    this.#current = null;
    this.#root.dataset.state = "loading";
    return { tried, recent: [...recent], all: hasStarted ? [...this.#hashes] : [] };
  }

  /** Returns whether another frame may be opened. */
  #noteLoss(loss: Loss): boolean {
    const reason = loss.tried === null
      ? "the next ones find out which bundle ended it"
      : `because of bundle ${loss.tried}`;
    reportError(new Error(`The frame with the cards was lost; ${reason}`));
    return this.#losses.add(loss);
  }

  /** Says what happens while it happens. */
  #showStall(isStalled: boolean): void {
    this.#stallNotice?.remove();
    this.#stallNotice = isStalled ? createNotice(canvasText().stalled) : null;
    if (this.#stallNotice !== null) this.#root.prepend(this.#stallNotice);
  }

  /** @param isShared whether the frames may have been lost by the fault of another feed. Then it may be the next to give up. */
  #giveUp(isShared = false): void {
    this.#root.dataset.state = "failed";
    this.#neighbours.giveUp();
    const { unavailable, offline, retry } = canvasText();
    const again = () => {
      globalThis.removeEventListener("online", again);
      this.#openAgain = null;
      // The server may have another version of the frame's code since this page was loaded.
      const { reload } = this.#dependencies;
      if (!this.#hasStarted && navigator.onLine && reload !== undefined) return reload();
      message.remove();
      this.#losses.forget();
      this.#openFrame();
    };
    const message = createFailureMessage(navigator.onLine ? unavailable : offline, retry, again);
    globalThis.addEventListener("online", again, { signal: this.#ended.signal });
    if (isShared && this.#losses.mayReturn) this.#openAgain = again;
    this.#root.append(message);
  }
}

/** Resolves with an event of the document, or when a signal is aborted. */
async function happen(type: string, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    document.addEventListener(type, resolve, { once: true, signal });
    signal.addEventListener("abort", resolve);
  });
}
