import { CARD_FAILURES, type CardFailure } from "../../core/contract/mod.ts";

/** What happened to a card. */
export interface CardEvent {
  /** The id of the widget. */
  readonly widgetId: string;
  readonly state: "mounted" | "failed";
  /** Why it failed; null if it has not. */
  readonly failure: CardFailure | null;
}

/** The name of the events on the page's document; their `detail` is a {@link CardEvent}. */
export const CARD_EVENT = "tck:card";

/** Reports what happened to a card to the page's other scripts, such as monitoring. */
export function dispatchCardEvent(detail: CardEvent): void {
  document.dispatchEvent(new CustomEvent(CARD_EVENT, { detail }));
}

/** Whether a value that a frame sent is one of the failures, or null. */
export function isCardFailure(value: unknown): value is CardFailure | null {
  return value === null || CARD_FAILURES.some((failure) => failure === value);
}
