import { SHOT_MARGIN, type ShotRequest, type ShownCard } from "../../shots.ts";
import { nextPaint, pageContentLoaded, stopAnimations } from "./page_content.ts";

/** The state of one card on the board. */
interface BoardCard {
  /** The container of the card. */
  readonly slot: HTMLElement;
  readonly isSettled: boolean;
  readonly error: string | null;
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

  /** Shows cards instead of the former ones. */
  async show(list: readonly ShotRequest[]): Promise<ShownCard[]> {
    this.#cards = list.map(() => undefined);
    this.#renderMs = list.map(() => 0);
    this.#settled = Promise.withResolvers();
    this.#render({ round: ++this.#round, list });
    if (list.length > 0) await this.#settled.promise;
    await nextPaint();
    await pageContentLoaded();
    stopAnimations();
    await nextPaint();
    return this.#cards.map((card, index) => ({
      mountMs: Math.round(this.#renderMs[index]! * 10) / 10,
      box: boxAround(card!.slot),
    }));
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
  errors(): (string | null)[] {
    return this.#cards.map((card) => card?.error ?? null);
  }

  /** The article of each card, or null. */
  articles(): (HTMLElement | null)[] {
    return this.#cards.map((card) => {
      const article = card?.slot.querySelector<HTMLElement>("article.tck-card") ?? null;
      return article?.dataset.state === "mounted" ? article : null;
    });
  }
}

function boxAround(slot: HTMLElement): ShownCard["box"] {
  const { x, y, width, height } = slot.getBoundingClientRect();
  return {
    x: Math.max(0, x + scrollX - SHOT_MARGIN),
    y: Math.max(0, y + scrollY - SHOT_MARGIN),
    width: width + 2 * SHOT_MARGIN,
    height: Math.max(1, height) + 2 * SHOT_MARGIN,
  };
}
