import { MessageBudget } from "../../page/message_budget.ts";
import type { CardsFrame } from "./cards_frame.ts";

/** How long a focus that nobody gave counts against the frame, in milliseconds: longer than browsers count a click or key. */
const DISTRUST_MS = 6_000;

/** How long after the Tab key the focus may arrive in the frame, in milliseconds. */
const TAB_MS = 1_000;

/**
 * Takes the focus from the frame with the cards when no use of the view gave it: the reader may be writing a message to the
 * chat, and a card would get the words. A pointer or key in the view or the frame is a use, and the Tab key in the view, which
 * has a place of its own for it before and after the frame.
 */
export class FrameFocus {
  readonly #budget = new MessageBudget(10, 0.2);
  readonly #frame: CardsFrame;
  #takenAt = -Infinity;
  /** Whether the reader's window lost the focus while the frame had it: it comes back. */
  #isAway = false;

  constructor(frame: CardsFrame) {
    this.#frame = frame;
  }

  /** Whether the frame has taken the focus a short time ago: a key that was pressed then was for someone else. */
  get isTaken(): boolean {
    return performance.now() - this.#takenAt < DISTRUST_MS;
  }

  /** The frame has lost the focus. */
  leave(): void {
    this.#isAway = document.activeElement === this.#frame.element && !document.hasFocus();
  }

  /** The frame has got the focus. */
  enter(): void {
    const isGiven = navigator.userActivation.isActive || performance.now() - tabbedAt < TAB_MS ||
      this.#isAway;
    if (isGiven && !this.isTaken) return;
    this.#takenAt = performance.now();
    this.#frame.element.blur();
    globalThis.focus();
    if (!this.#budget.spend()) this.#frame.lose();
  }
}

let tabbedAt = -Infinity;
globalThis.addEventListener("keydown", ({ key }) => {
  if (key === "Tab") tabbedAt = performance.now();
});

/** A place for the focus beside the frame: the Tab key comes by the view. */
export function createTabStop(title: string): HTMLElement {
  const stop = document.createElement("span");
  stop.tabIndex = 0;
  stop.role = "group";
  stop.ariaLabel = title;
  return stop;
}
