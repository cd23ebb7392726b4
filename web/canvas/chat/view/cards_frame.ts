import { MessageBudget } from "../../page/message_budget.ts";
import {
  CARDS_GREETING,
  type CardsMessage,
  readCardsMessage,
  VIEW_GREETING,
  type ViewMessage,
} from "../messages.ts";

interface CardsFrameDependencies {
  readonly receive: (message: CardsMessage) => void;
  /** Called once, when the frame's code does not start, its document was replaced, or it sends too much. */
  readonly onLost: () => void;
}

/** How long the frame's code may take to start, in milliseconds. */
const START_TIMEOUT_MS = 20_000;

/**
 * The frame with the cards, within the view. Its origin is opaque, so that a widget cannot reach the view; and a message
 * that a widget sends to the host is not the view's, so that the host ignores it.
 */
export class CardsFrame {
  readonly element: HTMLIFrameElement = document.createElement("iframe");
  readonly #dependencies: CardsFrameDependencies;
  readonly #ended = new AbortController();
  readonly #budget = new MessageBudget(2_000, 100);
  readonly #port = Promise.withResolvers<MessagePort>();
  #isStarted = false;

  /** @param html the document: a page of one file that is given its cards later */
  constructor(html: string, title: string, dependencies: CardsFrameDependencies) {
    this.#dependencies = dependencies;
    this.element.setAttribute("sandbox", "allow-scripts allow-forms");
    this.element.referrerPolicy = "no-referrer";
    this.element.allow = "";
    this.element.title = title;
    this.element.srcdoc = html;
    const { signal } = this.#ended;
    globalThis.addEventListener("message", (event) => this.#receiveStray(event), { signal });
    this.element.addEventListener("load", () => this.#countLoad(), { signal });
    const timer = setTimeout(() => this.#isStarted || this.lose(), START_TIMEOUT_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Sends a message, once the frame's code has started. */
  async send(message: ViewMessage): Promise<void> {
    (await this.#port.promise).postMessage(message);
  }

  remove(): void {
    this.#ended.abort();
    void this.#port.promise.then((port) => port.close());
    this.element.remove();
  }

  /** Only the frame's own code sends the first message: it runs before any widget. What comes later is counted and not read. */
  #receiveStray(event: MessageEvent): void {
    if (event.source !== this.element.contentWindow) return;
    if (!this.#isStarted && event.data === CARDS_GREETING) this.#greet();
    else this.#spend();
  }

  #greet(): void {
    this.#isStarted = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      const message = this.#spend() ? readCardsMessage(data) : null;
      if (message !== null) this.#dependencies.receive(message);
    };
    this.element.contentWindow?.postMessage(VIEW_GREETING, "*", [port2]);
    this.#port.resolve(port1);
  }

  #loads = 0;

  /** A second document means that a widget has navigated the frame. */
  #countLoad(): void {
    if (++this.#loads > 1) this.lose();
  }

  #spend(): boolean {
    const isLeft = this.#budget.spend();
    if (!isLeft) this.lose();
    return isLeft;
  }

  /** Removes the frame because of what a card does, and notifies of it. */
  lose(): void {
    if (this.#ended.signal.aborted) return;
    this.remove();
    this.#dependencies.onLost();
  }
}
