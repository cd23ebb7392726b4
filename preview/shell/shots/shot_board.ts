import type { CardFault, ShotRequest } from "../../shots.ts";
import { nextPaint, pageContentLoaded, stopAnimations } from "./page_content.ts";

/** The state of one card on the board. */
interface BoardCard {
  /** The container of the card. */
  readonly slot: HTMLElement;
  readonly isSettled: boolean;
  readonly error: CardFault | null;
}

/** The cards that the page shows, and when they are complete. */
export class ShotBoard {
  readonly #render: (requests: { round: number; list: readonly ShotRequest[] }) => void;
  #round = 0;
  #cards: (BoardCard | undefined)[] = [];
  #renderMs: number[] = [];
  #settled = Promise.withResolvers<void>();

  /** @param render renders a card for each request; every round has new components */
  constructor(render: (requests: { round: number; list: readonly ShotRequest[] }) => void) {
    this.#render = render;
  }

  /** Shows cards instead of the former ones. Returns the milliseconds that React took to render each. */
  async show(list: readonly ShotRequest[]): Promise<number[]> {
    this.#cards = list.map(() => undefined);
    this.#renderMs = list.map(() => 0);
    this.#settled = Promise.withResolvers();
    this.#render({ round: ++this.#round, list });
    if (list.length > 0) await this.#settled.promise;
    await nextPaint();
    await pageContentLoaded();
    stopAnimations();
    await nextPaint();
    return this.#renderMs.map((milliseconds) => Math.round(milliseconds * 10) / 10);
  }

  /** Reports the state of a card. */
  update(index: number, card: BoardCard): void {
    this.#cards[index] = card;
    if (this.#cards.every((card) => card?.isSettled)) this.#settled.resolve();
  }

  /** Adds the time of a rendering. */
  addRendering(index: number, milliseconds: number): void {
    this.#renderMs[index]! += milliseconds;
  }

  /** Why each card is not shown, or null. */
  errors(): (CardFault | null)[] {
    return this.#cards.map((card) => card?.error ?? null);
  }

  /** The article of each card, or null. */
  articles(): (HTMLElement | null)[] {
    return this.#cards.map((card) => card?.slot.querySelector<HTMLElement>("article.tck-card") ?? null);
  }
}
