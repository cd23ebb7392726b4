import { CardsFrame } from "../../../../web/canvas/chat/view/mod.ts";
import type { BuiltCard } from "../../../../web/bundler/steps/mod.ts";
import { WIDGET_NAME } from "./source_files.ts";

/** How the cards are shown. */
export interface CardLook {
  readonly theme: "light" | "dark";
  /** A language tag; null for the browser's. */
  readonly locale: string | null;
  /** A size of the manifest; null for all of them. */
  readonly size: string | null;
  /** A named state of the manifest; null for its default state. */
  readonly state: string | null;
}

interface CardViewDependencies {
  /** Says what became of the cards. */
  readonly report: (message: string) => void;
}

/** The most sizes that are shown at once: each is a document with React in it. */
const MAX_SHOWN = 12;

/**
 * The cards of a widget, each size in a sealed frame of its own: an opaque origin without network, with the policy of a feed. New
 * cards replace those before when they are painted. Their frames are loaded ahead.
 */
export class CardView {
  #frames: ShownFrame[] = [];
  #next: ShownFrame[] = [];
  #spares: ShownFrame[] = [];
  #end: () => void = () => {};

  constructor(
    private readonly place: HTMLElement,
    private readonly document: URL,
    private readonly dependencies: CardViewDependencies,
  ) {}

  /** Shows a widget in place of the one before. The promise is fulfilled when it is painted, lost, or replaced before. */
  show({ bundle: { hash, envelope }, manifest }: BuiltCard, look: CardLook): Promise<void> {
    this.#end();
    this.#next.forEach((frame) => frame.remove());
    const sizes = look.size === null ? manifest.sizes.slice(0, MAX_SHOWN) : [look.size];
    this.#next = sizes.map((size) => {
      const frame = this.#spares.shift() ?? this.#open(); // A frame that is moved would load again.
      frame.show({ widget: WIDGET_NAME, hash, size, state: look.state, envelope }, look);
      return frame;
    });
    return new Promise((resolve) => this.#end = resolve);
  }

  /** Loads the frames of the next cards ahead. */
  prepare(count: number): void {
    while (this.#spares.length < count) this.#spares.push(this.#open());
  }

  /** Changes the theme of the cards that are shown. */
  setTheme(theme: CardLook["theme"]): void {
    [...this.#frames, ...this.#next].forEach((frame) => frame.setTheme(theme));
  }

  clear(): void {
    [...this.#frames, ...this.#next].forEach((frame) => frame.remove());
    this.#frames = [];
    this.#next = [];
  }

  #open(): ShownFrame {
    const frame = new ShownFrame(this.document, {
      onShown: (failed) => this.#settle(failed),
      onLink: (href) => this.dependencies.report(`The card opens a link: ${href}`),
      onLost: () => {
        this.#spares = this.#spares.filter((one) => one !== frame);
        this.#next = this.#next.filter((one) => one !== frame);
        if (frame.size === "") return;
        this.dependencies.report(`The card of size ${frame.size} does not respond, and was removed`);
        if (this.#next.length === 0) this.#end(); // No other one is waited for.
        this.#settle(0);
      },
    });
    this.place.append(frame.element);
    return frame;
  }

  #settle(failed: number): void {
    if (failed > 0) this.dependencies.report("The card fails while it runs: it says why");
    if (this.#next.length === 0 || this.#next.some(({ isShown }) => !isShown)) return;
    this.#frames.forEach((frame) => frame.remove());
    this.#frames = this.#next;
    this.#next = [];
    this.#frames.forEach(({ element }) => {
      delete element.dataset.waits;
      element.inert = false;
    });
    this.#end();
    this.prepare(this.#frames.length);
  }
}

interface FrameEvents {
  readonly onShown: (failed: number) => void;
  readonly onLink: (href: string) => void;
  readonly onLost: () => void;
}

/** One size of a card, with its name above it. */
class ShownFrame {
  readonly element: HTMLElement = document.createElement("figure");
  readonly #caption = document.createElement("figcaption");
  readonly #frame: CardsFrame;
  isShown = false;
  /** Empty before a card is shown. */
  size = "";

  constructor(address: URL, { onShown, onLink, onLost }: FrameEvents) {
    this.element.dataset.waits = "";
    this.element.inert = true;
    this.#frame = new CardsFrame("", "", {
      receive: (message) => {
        if (message.type === "resize") this.#frame.element.style.blockSize = `${message.height}px`;
        if (message.type === "open") onLink(message.href);
        if (message.type !== "shown") return;
        this.isShown = true;
        onShown(message.failed);
      },
      onLost: () => {
        this.element.remove();
        onLost();
      },
    });
    // A document of its own, in place of one that would inherit the page's policy.
    this.#frame.element.removeAttribute("srcdoc");
    this.#frame.element.src = address.href;
    this.element.append(this.#caption, this.#frame.element);
  }

  show(card: Parameters<typeof toShow>[0], { theme, locale }: CardLook): void {
    this.size = card.size;
    this.#caption.textContent = card.size;
    this.#frame.element.title = `Card in size ${card.size}`;
    this.element.className = "card";
    void this.#frame.send({ type: "look", look: { theme, ...(locale !== null && { locale }) } });
    void this.#frame.send(toShow(card));
  }

  setTheme(theme: CardLook["theme"]): void {
    void this.#frame.send({ type: "look", look: { theme } });
  }

  remove(): void {
    this.#frame.remove();
    this.element.remove();
  }
}

function toShow(card: {
  readonly widget: string;
  readonly hash: string;
  readonly size: string;
  readonly state: string | null;
  readonly envelope: Uint8Array;
}) {
  return { type: "show", cards: [card] } as const;
}
