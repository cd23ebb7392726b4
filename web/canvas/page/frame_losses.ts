import { type Blame, blameAfterLoss, type Loss, NO_BLAME } from "./blame.ts";

/** How many frames may be lost in turn without a trial of a bundle. */
const MAX_UNEXPLAINED = 3;

/** How many frames may be lost in all: each loss by a loop is a pause of some seconds. */
const MAX_LOSSES = 12;

/** Counts the frames of a page that were lost, and keeps what is known of its bundles. */
export class FrameLosses {
  blame: Blame = NO_BLAME;
  #count = 0;
  #unexplained = 0;
  #total = 0;

  /** Whether no frame was lost since the page was opened, or since the reader asked for more. */
  get areNone(): boolean {
    return this.#count === 0;
  }

  /** How many frames were lost without a trial of a bundle since the page was opened. */
  get total(): number {
    return this.#total;
  }

  /** Whether a frame may be opened again without the reader, when another feed has given up. */
  get mayReturn(): boolean {
    return this.#total < MAX_LOSSES;
  }

  /** Notes a loss. Returns whether another frame may be opened. */
  add(loss: Loss): boolean {
    this.blame = blameAfterLoss(this.blame, loss);
    this.#count++;
    this.#unexplained = loss.tried === null ? this.#unexplained + 1 : 0;
    if (loss.tried === null) this.#total++;
    return this.#unexplained < MAX_UNEXPLAINED && this.#count < MAX_LOSSES;
  }

  /** Begins to count again, because the reader asks for more. */
  forget(): void {
    this.#count = 0;
    this.#unexplained = 0;
  }
}
