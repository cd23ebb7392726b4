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

/** The goals of decision 048: the measured value of each, and its limit. */
const GOALS: readonly {
  readonly goal: string;
  readonly most: number;
  readonly measure: (all: (name: string, visit: "cold" | "warm") => number, longestTask: number) => number;
}[] = [
  {
    goal: "open / one bundle, cold",
    most: 1.5,
    measure: (all) => all(NAMES.open, "cold") / all(NAMES.base, "cold"),
  },
  {
    goal: "open / one bundle, warm",
    most: 1,
    measure: (all) => all(NAMES.open, "warm") / all(NAMES.base, "warm"),
  },
  {
    goal: "sealed / open, cold",
    most: 1.15,
    measure: (all) => all(NAMES.sealed, "cold") / all(NAMES.open, "cold"),
  },
  {
    goal: "sealed / open, warm",
    most: 1.15,
    measure: (all) => all(NAMES.sealed, "warm") / all(NAMES.open, "warm"),
  },
  {
    goal: "open / iframe each, cold",
    most: 1 / 6,
    measure: (all) => all(NAMES.open, "cold") / all(NAMES.frames, "cold"),
  },
  {
    goal: "open / module federation, cold",
    most: 1,
    measure: (all) => all(NAMES.open, "cold") / all(NAMES.federation, "cold"),
  },
  {
    goal: "open / module federation, warm",
    most: 1,
    measure: (all) => all(NAMES.open, "warm") / all(NAMES.federation, "warm"),
  },
  { goal: "longest task of a canvas, ms", most: 50, measure: (_all, longestTask) => longestTask },
];

/** Compares one comparison with the goals. */
export function checkGoals(comparison: Comparison): GoalResult[] {
  const { network, cards } = comparison;
  const all = (name: string, visit: "cold" | "warm") => timesOf(comparison, name)[visit].all;
  const canvases = [NAMES.open, NAMES.sealed].map((name) => timesOf(comparison, name));
  const longestTask = Math.max(...canvases.flatMap(({ cold, warm }) => [cold.longestTask, warm.longestTask]));
  return GOALS.map(({ goal, most, measure }) => {
    const value = measure(all, longestTask);
    return { goal, network, cards, value, most, holds: value <= most };
  });
}

/** One line of the report. */
export function formatGoal({ goal, network, cards, value, most, holds }: GoalResult): string {
  const numbers = `${value.toFixed(2).padStart(7)}, at most ${most.toFixed(2)}`;
  return `  ${holds ? "holds" : "not  "} ${goal.padEnd(31)}${numbers}   ${cards} cards, ${network}`;
}
