import { NAMES } from "./contenders.ts";
import { type Comparison, timesOf, type VisitTimes } from "./visits.ts";

/** What became of a goal. */
export interface GoalResult {
  readonly goal: string;
  readonly network: string;
  readonly cards: number;
  /** A ratio of times, or milliseconds. */
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
}

/** The profile with a quarter of the processor. */
export const QUARTER = "a quarter of the processor";

/** How many cards the sample feed has. */
export const SAMPLE_COUNT = 6;

/** The time of one contender relative to another's, and its limit. */
interface Goal {
  readonly of: keyof typeof NAMES;
  readonly to: keyof typeof NAMES;
  readonly visit: "cold" | "warm";
  /** The first painted card, or all of them. */
  readonly what: "first" | "all";
  readonly most: number;
}

/** The limits of the longest task of a canvas, and of the first card with a quarter of the processor, in milliseconds. */
const LONGEST_TASK_MS = 50;
const FIRST_CARD_MS = 1_000;

/** The goals of decision 048. */
function goalsOf({ network, cards }: Comparison): Goal[] {
  const isMany = cards >= 100;
  const ahead = (["open", "sealed"] as const).flatMap((of) =>
    (["cold", "warm"] as const).map((visit) => ({
      of,
      to: "federation" as const,
      visit,
      what: "all" as const,
      most: isMany && network === "loopback" ? 1.1 : 1,
    }))
  );
  if (network !== "loopback") return ahead;
  return [
    { of: "sealed", to: "base", visit: "cold", what: "all", most: isMany ? 2.8 : 2.3 },
    { of: "sealed", to: "base", visit: "warm", what: "all", most: isMany ? 2.5 : 2 },
    { of: "sealed", to: "base", visit: "cold", what: "first", most: 1.9 },
    ...ahead,
  ];
}

/** Compares one comparison with the goals. */
export function checkGoals(comparison: Comparison): GoalResult[] {
  const { network, cards } = comparison;
  const canvases = [NAMES.open, NAMES.sealed].map((name) => timesOf(comparison, name));
  const greatest = (key: keyof VisitTimes) =>
    Math.max(...canvases.flatMap(({ cold, warm }) => [cold[key], warm[key]]));
  const measured = network === QUARTER
    ? [{ goal: "first card of a canvas, ms", most: FIRST_CARD_MS, value: greatest("first") }]
    : [
      ...goalsOf(comparison).map(({ of, to, visit, what, most }) => ({
        goal: `${NAMES[of]} / ${NAMES[to]}, ${what}, ${visit}`,
        most,
        value: timesOf(comparison, NAMES[of])[visit][what] / timesOf(comparison, NAMES[to])[visit][what],
      })),
      { goal: "longest task of a canvas, ms", most: LONGEST_TASK_MS, value: greatest("longestTask") },
    ];
  return measured.map((result) => ({ ...result, network, cards, holds: result.value <= result.most }));
}

/** One line of the report. */
export function formatGoal({ goal, network, cards, value, most, holds }: GoalResult): string {
  const numbers = `${value.toFixed(2).padStart(7)}, at most ${most.toFixed(2)}`;
  return `  ${holds ? "holds" : "not  "} ${goal.padEnd(48)}${numbers}   ${cards} cards, ${network}`;
}
