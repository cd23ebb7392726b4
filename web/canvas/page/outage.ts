/** What a feed tells the others of the origin when its frame does not respond. */
export interface LossReport {
  /** Differs for each feed. */
  readonly feed: string;
  /** Whether it searches for a bundle that ends frames, while the others have no frame. */
  readonly hasTurn: boolean;
  /** How many frames it has lost without a trial of a bundle. */
  readonly losses: number;
  /** When code of its cards ran last, in milliseconds of the clock that all pages share; 0 if none ran since it answered. */
  readonly ranAt: number;
}

/** Whether a value that another page sent is a report. */
export function isLossReport(value: unknown): value is LossReport {
  const { feed, hasTurn, losses, ranAt } = (value ?? {}) as { [field: string]: unknown };
  return typeof feed === "string" && typeof hasTurn === "boolean" && Number.isFinite(losses) &&
    Number.isFinite(ranAt);
}

/**
 * Whether a loss that feeds have had together is this feed's: it is that of exactly one of them. Whose code ran last is
 * presumed, as of the bundles of one feed; but what a frame does not follow runs unseen, and so those that have lost fewer
 * frames come first: with three losses a feed gives up, and those that gave up before it, perhaps without a fault, return.
 */
export function takesLoss(own: LossReport, others: readonly LossReport[]): boolean {
  return others.every((other) => rank(own, other) < 0);
}

function rank(one: LossReport, other: LossReport): number {
  return Number(other.hasTurn) - Number(one.hasTurn) || one.losses - other.losses ||
    other.ranAt - one.ranAt || (one.feed < other.feed ? -1 : 1);
}
