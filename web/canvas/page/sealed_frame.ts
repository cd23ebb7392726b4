import { guardFrame } from "./frame_guard.ts";
import { createPageGreeting, type FrameAssets, isFrameGreeting, type PageMessage } from "../messages.ts";
import { createStrayBudget, MessageBudget } from "./message_budget.ts";
import { takeStrays } from "./stray_messages.ts";

interface SealedFrameOptions {
  /** The URL of the frame's document. */
  readonly url: string;
  /** The accessible name of the frame. */
  readonly title: string;
  /** The language of the page's texts. */
  readonly language: string;
  /** Whether it needs a document around it that keeps it from being navigated, since the page's policy does not. */
  readonly isGuarded: boolean;
}

interface SealedFrameDependencies {
  /** The host assets that the frame runs. */
  readonly assets: Promise<FrameAssets>;
  /** The theme of the page at the moment. */
  readonly readTheme: () => "light" | "dark";
  /** Called with each message of the frame, not yet validated. Returns how many messages it counts as. */
  readonly receive: (data: unknown) => number;
  /** Called once, when the frame's code does not start, which may be the fault of another frame. */
  readonly onSilent: () => void;
  /** Called once, when its document was replaced, or it sends too much. */
  readonly onLost: () => void;
}

/** How long the frame's code may take to greet the page, and to say something when it has all it needs, in milliseconds. */
const START_TIMEOUT_MS = 20_000;

/** How long the frame's code may take to start when the document is loaded, in milliseconds: an error page has none. */
const GREETING_TIMEOUT_MS = 3_000;

/** How long a message of the port may take to arrive after those to the window that were sent later, in milliseconds. */
const OVERTAKEN_MS = 250;

/**
 * One sandboxed frame of an opaque origin: it has no storage, no cookies, no network, and no access to this page. The
 * element is made by a script, so that the browser restores no state of an earlier frame.
 */
export class SealedFrame {
  /** The element, which the caller puts into the page: the frame, or what is around it. */
  readonly element: HTMLIFrameElement;
  /** When it had sent too much beside the port, in milliseconds since the epoch; what it did later is not the cause. */
  floodedAt = Infinity;
  readonly #frame: HTMLIFrameElement;
  readonly #dependencies: SealedFrameDependencies;
  readonly #ended = new AbortController();
  readonly #strayBudget = createStrayBudget();
  readonly #budget = new MessageBudget(20_000, 500);
  #port: MessagePort | null = null;
  /** Whether its code has said something after the page's greeting. */
  #hasStarted = false;

  /** Makes the frame; it begins to load when its element is in the page. */
  constructor(options: SealedFrameOptions, dependencies: SealedFrameDependencies) {
    this.#dependencies = dependencies;
    const { signal } = this.#ended;
    this.#frame = createElement(options);
    this.element = options.isGuarded ? guardFrame(this.#frame, options.url) : this.#frame;
    takeStrays({
      window: () => this.#frame.contentWindow,
      receive: (event) => this.#receiveStray(event, options),
      onFlood: () => this.loseSoon(),
    }, signal);
    this.#frame.addEventListener("load", () => this.#checkLoad(), { signal });
    this.#expect(() => this.#port !== null, START_TIMEOUT_MS);
  }

  /** Sends a message. Without effect before the frame's code has started. */
  send(message: PageMessage, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }

  focus(): void {
    this.#frame.focus();
  }

  /** Notes that it floods a page. In Firefox, such messages overtake those of the port, which say whose code has sent them. */
  loseSoon(): void {
    if (this.floodedAt < Infinity) return;
    this.floodedAt = Date.now();
    this.#expect(() => false, OVERTAKEN_MS, this.#dependencies.onLost);
  }

  remove(): void {
    this.#ended.abort();
    this.#port?.close();
    this.element.remove();
  }

  /**
   * Only the frame's own code sends the first greeting: it runs before any widget. What widgets send later is counted and
   * not read, since reading `data` deserialises it, for as long as the widget likes.
   */
  #receiveStray(event: MessageEvent, options: SealedFrameOptions): void {
    const [port] = event.ports;
    if (this.#port === null && port !== undefined && isFrameGreeting(event.data)) {
      void this.#greet(port, options);
    } else if (!this.#strayBudget.spend()) this.loseSoon();
  }

  /** @param frame the port by which the frame's code waits for the page's greeting */
  async #greet(frame: MessagePort, { language }: SealedFrameOptions): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      this.#hasStarted = true;
      if (!this.#budget.spend(this.#dependencies.receive(data))) this.#lose();
    };
    const assets = await this.#dependencies.assets.catch(() => null);
    if (assets === null) return this.#lose();
    const greeting = createPageGreeting({ theme: this.#dependencies.readTheme(), language, assets });
    frame.postMessage(greeting, [port2]);
    this.#expect(() => this.#hasStarted, START_TIMEOUT_MS);
  }

  #loads = 0;

  /** A second document means that a widget has navigated the frame. */
  #checkLoad(): void {
    this.#loads++;
    if (this.#loads > 1) this.#lose();
    else this.#expect(() => this.#port !== null, GREETING_TIMEOUT_MS);
  }

  /** The frame is lost unless something has happened by then. */
  #expect(hasHappened: () => boolean, timeoutMs: number, onLost = this.#dependencies.onSilent): void {
    const timer = setTimeout(() => hasHappened() || this.#lose(onLost), timeoutMs);
    this.#ended.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  #lose(onLost = this.#dependencies.onLost): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    onLost();
  }
}

function createElement({ url, title }: SealedFrameOptions): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  // Without "allow-forms" a card's form fires no `submit` event. The policy of the frame's document lets none be sent.
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.referrerPolicy = "no-referrer";
  frame.allow = "";
  frame.className = "canvas-frame";
  frame.title = title;
  frame.src = url;
  return frame;
}
