import { NAMES } from "./contenders.ts";
import { type Comparison, timesOf } from "./visits.ts";

/** What became of a goal. */
export interface GoalResult {
  readonly goal: string;
  readonly network: string;
  readonly cards: number;
  /** A ratio of the times of all painted cards, or the longest task in milliseconds. */
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
}

/** The goals of decision 048: the time of one contender relative to another's, and its limit. */
const RATIOS = [
  { goal: "open / one bundle, cold", most: 1.5, of: NAMES.open, to: NAMES.base, visit: "cold" },
  { goal: "open / one bundle, warm", most: 1, of: NAMES.open, to: NAMES.base, visit: "warm" },
  { goal: "sealed / open, cold", most: 1.15, of: NAMES.sealed, to: NAMES.open, visit: "cold" },
  { goal: "sealed / open, warm", most: 1.15, of: NAMES.sealed, to: NAMES.open, visit: "warm" },
  { goal: "open / iframe each, cold", most: 1 / 6, of: NAMES.open, to: NAMES.frames, visit: "cold" },
  { goal: "open / module federation, cold", most: 1, of: NAMES.open, to: NAMES.federation, visit: "cold" },
  { goal: "open / module federation, warm", most: 1, of: NAMES.open, to: NAMES.federation, visit: "warm" },
] as const;

/** The limit of the longest task of a canvas, in milliseconds. */
const LONGEST_TASK_MS = 50;

/** Compares one comparison with the goals. */
export function checkGoals(comparison: Comparison): GoalResult[] {
  const { network, cards } = comparison;
  const all = (name: string, visit: "cold" | "warm") => timesOf(comparison, name)[visit].all;
  const canvases = [NAMES.open, NAMES.sealed].map((name) => timesOf(comparison, name));
  const longestTask = Math.max(...canvases.flatMap(({ cold, warm }) => [cold.longestTask, warm.longestTask]));
  const measured = [
    ...RATIOS.map(({ goal, most, of, to, visit }) => ({
      goal,
      most,
      value: all(of, visit) / all(to, visit),
    })),
    { goal: "longest task of a canvas, ms", most: LONGEST_TASK_MS, value: longestTask },
  ];
  return measured.map((result) => ({ ...result, network, cards, holds: result.value <= result.most }));
}

/** One line of the report. */
export function formatGoal({ goal, network, cards, value, most, holds }: GoalResult): string {
  const numbers = `${value.toFixed(2).padStart(7)}, at most ${most.toFixed(2)}`;
  return `  ${holds ? "holds" : "not  "} ${goal.padEnd(31)}${numbers}   ${cards} cards, ${network}`;
}
