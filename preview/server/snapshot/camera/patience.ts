/** The cards of one widget that hang after which its other cards are not tried. */
const MAX_HUNG_CARDS = 2;

/** How long the cards of one widget may take one by one; after it, its other cards are not tried. */
const MAX_WIDGET_MS = 300_000;

/** How long cards of one widget are tried one by one. */
export class Patience {
  #hung = 0;
  #spent = 0;

  /** Why no other card is tried, or null. */
  get ended(): string | null {
    if (this.#hung >= MAX_HUNG_CARDS) {
      return `The card was not tried: ${this.#hung} other cards of the widget did not respond`;
    }
    if (this.#spent < MAX_WIDGET_MS) return null;
    return `The card was not tried: others of the widget have taken ${
      Math.round(this.#spent / 1000)
    } seconds`;
  }

  /** @param hasHung whether the card did not respond */
  spend(milliseconds: number, { hasHung = false }: { hasHung?: boolean } = {}): void {
    this.#spent += milliseconds;
    if (hasHung) this.#hung++;
  }
}
