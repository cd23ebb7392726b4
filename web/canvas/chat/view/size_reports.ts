/** A smaller change of the height is not reported: hosts round, and would answer it by another change. */
const LEAST_CHANGE = 4;

/**
 * Reports the size of the content to the host: its height after each change of more than four pixels, so that a card of a
 * fixed size, which has a width too, reports once. The frame with the cards ends growth that the frame itself causes.
 */
export class SizeReports {
  readonly #report: (size: { width?: number; height: number }) => void;
  #width: number | null = null;
  #height = -Infinity;

  constructor(report: (size: { width?: number; height: number }) => void) {
    this.#report = report;
  }

  /** Sets the width that the content has on its own; null: as wide as the host lets it be. */
  setWidth(width: number | null): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#height = -Infinity;
  }

  setHeight(height: number): void {
    if (Math.abs(height - this.#height) <= LEAST_CHANGE) return;
    this.#height = height;
    this.#report(this.#width === null ? { height } : { width: this.#width, height });
  }
}
