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

  /** Whether no frame was lost since the page was opened, or since the reader asked for more. */
  get areNone(): boolean {
    return this.#count === 0;
  }

  /** Notes a loss. Returns whether another frame may be opened. */
  add(loss: Loss): boolean {
    this.blame = blameAfterLoss(this.blame, loss);
    this.#count++;
    this.#unexplained = loss.tried === null ? this.#unexplained + 1 : 0;
    return this.#unexplained < MAX_UNEXPLAINED && this.#count < MAX_LOSSES;
  }

  /** Begins to count again, because the reader asks for more. */
  forget(): void {
    this.#count = 0;
    this.#unexplained = 0;
  }
}
