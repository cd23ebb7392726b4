import { MessageBudget } from "../../page/message_budget.ts";
import type { CardsFrame } from "./cards_frame.ts";

/** How often the view looks where the focus is, in milliseconds: a card can delay what its frame reports. */
const LOOK_MS = 100;

/** How long after a press or the Tab key the focus may arrive in the frame, in milliseconds. */
const USE_MS = 1_000;

/**
 * Knows whether the reader uses the frame with the cards. A press in it, or the Tab key at a place of the view's own before or
 * after it, begins a use, which ends when the frame loses the focus. Other keys begin none: the reader may be writing a
 * message to the chat when a card takes the focus, which a page cannot prevent: an `inert` frame takes it too. The frame
 * loses a focus that no use gave.
 */
export class FrameFocus {
  readonly #budget = new MessageBudget(10, 0.2);
  readonly #frame: CardsFrame;
  readonly #timer = setInterval(() => this.#look(), LOOK_MS);
  #usedAt = -Infinity;
  /** Whether the frame has a focus that the reader gave it. */
  #isGiven = false;
  /** Whether the frame had the focus at the last look. */
  #isIn = false;
  /** Whether the reader's window has lost the focus at the last look, and the frame had it: it comes back. */
  #isAway = false;

  constructor(frame: CardsFrame) {
    this.#frame = frame;
  }

  /** Whether the frame's keys and clicks are the reader's. */
  get isUsed(): boolean {
    return this.#isGiven || performance.now() - this.#usedAt < USE_MS;
  }

  /** The reader has used the frame, or is about to enter it by the Tab key. */
  use(): void {
    this.#usedAt = performance.now();
  }

  /** The frame has got the focus. */
  enter(): void {
    this.#isGiven = this.isUsed || this.#isAway;
    if (this.#isGiven) return;
    this.#frame.element.blur();
    globalThis.focus();
    if (!this.#budget.spend()) this.#frame.lose();
  }

  /** The frame has lost the focus. It reports that before a card can do anything. */
  leave(): void {
    this.#isGiven = this.#isAway = false;
    this.#usedAt = -Infinity;
  }

  #look(): void {
    const { element } = this.#frame;
    if (!element.isConnected) return clearInterval(this.#timer);
    const wasIn = this.#isIn;
    const isActive = document.activeElement === element;
    this.#isIn = isActive && document.hasFocus();
    // What the frame has reported may arrive a moment after the focus.
    if (this.#isIn && wasIn && !this.#isGiven) this.enter();
    if (this.#isIn) return;
    this.#isGiven = false;
    this.#isAway = isActive;
  }
}

/** A place for the focus beside the frame: the Tab key comes by the view. */
export function createTabStop(title: string, onTab: () => void): HTMLElement {
  const stop = document.createElement("span");
  stop.tabIndex = 0;
  stop.role = "group";
  stop.ariaLabel = title;
  stop.addEventListener("keydown", ({ key }) => key === "Tab" && onTab());
  return stop;
}
