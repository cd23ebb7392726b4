import { CardsFrame } from "../../../../web/canvas/chat/view/mod.ts";
import type { ValidWidget } from "../../../../web/bundler/steps/mod.ts";
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
 * cards replace those before when they are painted.
 */
export class CardView {
  #frames: ShownFrame[] = [];
  #next: ShownFrame[] = [];

  constructor(
    private readonly place: HTMLElement,
    private readonly document: URL,
    private readonly dependencies: CardViewDependencies,
  ) {}

  /** Shows a widget in place of the one before. */
  show({ bundle: { hash, envelope }, manifest }: ValidWidget, look: CardLook): void {
    this.#next.forEach((frame) => frame.remove());
    const sizes = look.size === null ? manifest.sizes.slice(0, MAX_SHOWN) : [look.size];
    const next = sizes.map((size) => {
      const frame = new ShownFrame(size, this.document, {
        onShown: (failed) => this.#settle(next, failed),
        onLink: (href) => this.dependencies.report(`The card opens a link: ${href}`),
        onLost: () => this.dependencies.report(`The card of size ${size} does not respond, and was removed`),
      });
      this.place.append(frame.element);
      frame.show({ widget: WIDGET_NAME, hash, size, state: look.state, envelope }, look);
      return frame;
    });
    this.#next = next;
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

  #settle(next: ShownFrame[], failed: number): void {
    if (failed > 0) this.dependencies.report("The card fails while it runs: it says why");
    if (next !== this.#next || next.some(({ isShown }) => !isShown)) return;
    this.#frames.forEach((frame) => frame.remove());
    this.#frames = next;
    this.#next = [];
    next.forEach(({ element }) => element.hidden = false);
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
  readonly #frame: CardsFrame;
  isShown = false;

  constructor(size: string, address: URL, { onShown, onLink, onLost }: FrameEvents) {
    const caption = document.createElement("figcaption");
    caption.textContent = size;
    this.element.className = "card";
    this.element.dataset.waits = "";
    this.#frame = new CardsFrame("", `Card in size ${size}`, {
      receive: (message) => {
        if (message.type === "resize") this.#frame.element.style.blockSize = `${message.height}px`;
        if (message.type === "open") onLink(message.href);
        if (message.type !== "shown") return;
        this.isShown = true;
        delete this.element.dataset.waits;
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
    this.element.append(caption, this.#frame.element);
  }

  show(card: Parameters<typeof toShow>[0], { theme, locale }: CardLook): void {
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
  readonly size: string | null;
  readonly state: string | null;
  readonly envelope: Uint8Array;
}) {
  return { type: "show", cards: [card] } as const;
}
