import type { CardFault, ShotRequest } from "../../shots.ts";

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

/** Waits until what was rendered has been painted. */
async function nextPaint(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Waits until fonts and images are loaded, including those in open shadow roots. */
async function pageContentLoaded(): Promise<void> {
  const images = listRoots(document).flatMap((root) => [...root.querySelectorAll("img")]);
  // A picture shows the whole page, so that images below the window are needed as well.
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
}

/** Ends finite animations, and takes endless ones to their beginning. */
function stopAnimations(): void {
  for (const root of listRoots(document)) {
    for (const animation of root.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else if (animation.playState !== "finished") animation.finish();
    }
  }
}

function listRoots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const inside = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [root, ...inside.flatMap(listRoots)];
}
