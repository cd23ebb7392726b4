import type { Plan } from "./solve.ts";
import type { Box } from "./tokens.ts";

/** The property of a card's element that has its plan. */
const PLAN = Symbol.for("tck.plan");

/** The plan of a card as the layout leaves it, for the card's next sizes, the report of a snapshot, and tests. */
export interface KeptPlan extends Plan {
  /** The size that it was made for. */
  readonly box: Box;
  /** CSS pixels for one at a font size of 16 px. */
  readonly unit: number;
  /** The plan at another height of the same class of size. */
  at(height: number): Plan;
}

export function keepPlan(card: Element, plan: KeptPlan): void {
  (card as { [PLAN]?: KeptPlan })[PLAN] = plan;
}

/** The plan of a card that was laid out. */
export function keptPlan(card: Element): KeptPlan | undefined {
  return (card as { [PLAN]?: KeptPlan })[PLAN];
}
