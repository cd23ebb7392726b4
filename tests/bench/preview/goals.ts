import { BASE, OWN, OWN_SOURCE } from "./contenders.ts";

/** The results of one contender; times in milliseconds. */
export interface Figures {
  cold: number;
  edit: number;
  /** Edits that were not shown. */
  lostEdits: number;
  interrupted: number;
  lost: number;
  /** MiB. */
  memory: number;
}

/** What became of a goal. */
export interface GoalResult {
  readonly goal: string;
  /** A ratio to bare Vite, or a number of edits. */
  readonly value: number;
  readonly most: number;
  readonly holds: boolean;
}

/** The goals of decision 058: the ratios of the figures to those of bare Vite, and their limits. */
const RATIOS = [
  { name: OWN, figure: "cold", most: 1.15 },
  { name: OWN, figure: "edit", most: 0.3 },
  { name: OWN, figure: "memory", most: 0.8 },
  { name: OWN_SOURCE, figure: "cold", most: 1.3 },
] as const;

/** Compares the figures of the contenders with the goals. */
export function checkGoals(figures: ReadonlyMap<string, Figures>): GoalResult[] {
  const of = (name: string) => figures.get(name)!;
  const ratios = RATIOS.map(({ name, figure, most }) => ({
    goal: `${name}: ${figure} / ${BASE}`,
    value: of(name)[figure] / of(BASE)[figure],
    most,
  }));
  const lost = [OWN, OWN_SOURCE].map((name) => ({
    goal: `${name}: lost edits`,
    value: of(name).lostEdits + of(name).lost,
    most: 0,
  }));
  return [...ratios, ...lost].map((result) => ({ ...result, holds: result.value <= result.most }));
}
