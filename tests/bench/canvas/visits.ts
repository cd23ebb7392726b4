import { NAMES } from "./contenders.ts";
import type { PaintReport } from "./paint_times.ts";

/** What was measured in one visit, in milliseconds. */
export interface Visit extends PaintReport {
  /** The processor time of the browser and of the server. */
  readonly cpu: number;
}

/** The medians of several visits. */
export type VisitTimes = Visit;

/** The contenders on one network with one number of cards. */
export interface Comparison {
  readonly network: string;
  readonly cards: number;
  readonly contenders: readonly {
    readonly name: string;
    readonly cold: VisitTimes;
    readonly warm: VisitTimes;
  }[];
}

/** The times of a contender. */
export function timesOf({ contenders }: Comparison, name: string): { cold: VisitTimes; warm: VisitTimes } {
  return contenders.find((contender) => contender.name === name)!;
}

/** A table, with the ratio of each time to that of one bundle. */
export function formatComparison(comparison: Comparison): string {
  const base = timesOf(comparison, NAMES.base);
  const lines = comparison.contenders.map(({ name, cold, warm }) => {
    const columns = (visit: "cold" | "warm", times: VisitTimes) =>
      (["first", "all", "cpu"] as const).map((key) => {
        const ratio = (times[key] / base[visit][key]).toFixed(2);
        return `${key} ${times[key].toFixed(0).padStart(5)} ms ${ratio.padStart(5)} ×`;
      }).join("  ");
    const task = Math.max(cold.longestTask, warm.longestTask).toFixed(0);
    return `  ${name.padEnd(20)} cold ${columns("cold", cold)}   warm ${
      columns("warm", warm)
    }   task ${task} ms`;
  });
  return [`${comparison.cards} cards, ${comparison.network}`, ...lines].join("\n");
}

/** The median of numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;
}
