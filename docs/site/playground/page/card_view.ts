import { CardsFrame } from "../../../../web/canvas/chat/view/mod.ts";
import type { BuiltCard } from "../../../../web/bundler/steps/mod.ts";

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

/**
 * The cards of a widget, one for each size, in a sealed frame: an opaque origin without network, with the policy of a feed. New
 * cards have a frame of their own, which replaces the one before when they are painted. It is loaded ahead.
 */
export class CardView {
  #shown: ViewFrame | null = null;
  #next: ViewFrame | null = null;
  #spare: ViewFrame | null = null;
  #end: () => void = () => {};

  /** @param painted what is in the place until the first cards are shown */
  constructor(
    private readonly place: HTMLElement,
    private readonly painted: HTMLElement,
    private readonly document: URL,
    private readonly dependencies: CardViewDependencies,
  ) {}

  /** Shows a widget in place of the one before. The promise is fulfilled when it is painted, lost, or replaced before. */
  show(card: BuiltCard, look: CardLook): Promise<void> {
    this.#end();
    this.#next?.remove();
    this.#next = this.#spare ?? this.#open(); // A frame that is moved would load again.
    this.#spare = null;
    this.#next.show(card, look);
    return new Promise((resolve) => this.#end = resolve);
  }

  /** Changes the theme of the cards that are shown. */
  setTheme(theme: CardLook["theme"]): void {
    this.#shown?.setTheme(theme);
    this.#next?.setTheme(theme);
  }

  clear(): void {
    this.painted.remove();
    this.#shown?.remove();
    this.#next?.remove();
    this.#shown = this.#next = null;
  }

  #open(): ViewFrame {
    const frame = new ViewFrame(this.document, {
      onShown: (failed) => this.#settle(frame, failed),
      onLink: (href) => this.dependencies.report(`The card opens a link: ${href}`),
      onLost: () => this.#lose(frame),
    });
    this.place.append(frame.element);
    return frame;
  }

  #settle(frame: ViewFrame, failed: number): void {
    if (failed > 0) this.dependencies.report("The card fails while it runs: it says why");
    if (frame !== this.#next) return;
    this.painted.remove();
    this.#shown?.remove();
    this.#shown = frame;
    this.#next = null;
    frame.reveal();
    this.#end();
    this.#spare ??= this.#open();
  }

  #lose(frame: ViewFrame): void {
    if (frame === this.#spare) return void (this.#spare = null);
    this.dependencies.report("The card does not respond, and was removed");
    if (frame === this.#shown) this.#shown = null;
    if (frame !== this.#next) return;
    this.#next = null;
    this.#end();
  }
}

interface FrameEvents {
  readonly onShown: (failed: number) => void;
  readonly onLink: (href: string) => void;
  readonly onLost: () => void;
}

/** A frame with the cards of one build. Until it is revealed it is transparent: a browser paints nothing in a hidden one. */
class ViewFrame {
  readonly #frame: CardsFrame;

  constructor(address: URL, { onShown, onLink, onLost }: FrameEvents) {
    this.#frame = new CardsFrame("", "Cards", {
      receive: (message) => {
        if (message.type === "resize") this.element.style.blockSize = `${message.height}px`;
        if (message.type === "open") onLink(message.href);
        if (message.type === "shown") onShown(message.failed);
      },
      onLost,
    });
    this.element.dataset.waits = "";
    this.element.inert = true;
    // A document of its own, in place of one that would inherit the page's policy.
    this.element.removeAttribute("srcdoc");
    this.element.src = address.href;
  }

  get element(): HTMLIFrameElement {
    return this.#frame.element;
  }

  show({ bundle: { hash, envelope }, manifest }: BuiltCard, { size, state, theme, locale }: CardLook): void {
    void this.#frame.send({ type: "look", look: { theme, ...(locale !== null && { locale }) } });
    const sizes = size === null ? manifest.sizes : [size];
    void this.#frame.send({
      type: "show",
      cards: sizes.map((size) => ({ widget: size, hash, size, state, envelope })),
    });
  }

  setTheme(theme: CardLook["theme"]): void {
    void this.#frame.send({ type: "look", look: { theme } });
  }

  reveal(): void {
    delete this.element.dataset.waits;
    this.element.inert = false;
  }

  remove(): void {
    this.#frame.remove();
  }
}
