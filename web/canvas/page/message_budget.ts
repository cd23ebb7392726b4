/** How many messages a sender may send: many at once, but not for ever. */
export class MessageBudget {
  readonly #capacity: number;
  readonly #perSecond: number;
  #left: number;
  #countedAt = performance.now();

  /**
   * @param capacity how many may come at once
   * @param perSecond how many may come in the long run
   */
  constructor(capacity: number, perSecond: number) {
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#left = capacity;
  }

  /** Counts a message, or one that is worth several. False if it exceeds the budget. */
  spend(cost: number = 1): boolean {
    const now = performance.now();
    const gained = (now - this.#countedAt) / 1000 * this.#perSecond;
    this.#left = Math.min(this.#capacity, this.#left + gained) - cost;
    this.#countedAt = now;
    return this.#left >= 0;
  }
}

/** A budget of messages beside the port, which only widgets send. */
export function createStrayBudget(): MessageBudget {
  return new MessageBudget(30, 5);
}

/** Counts messages that only widgets send, without reading them, for each window that sends them. */
export class StrayCounter {
  readonly #budgets = new WeakMap<object, MessageBudget | "spent">();

  /** Counts a message. True once for each window: more of its messages arrive after its frame has been replaced. */
  isTooMuch(source: object): boolean {
    const budget = this.#budgets.get(source) ?? createStrayBudget();
    const isTooMuch = budget !== "spent" && !budget.spend();
    this.#budgets.set(source, isTooMuch ? "spent" : budget);
    return isTooMuch;
  }
}
