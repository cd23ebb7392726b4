import { runSchedule, type ScheduleResult } from "./schedule.ts";

/** When a run of schedules ends, unless a schedule fails before. */
export type RunLimit = { readonly schedules: number } | { readonly milliseconds: number };

/** The result of several schedules. */
export interface RunResult {
  /** How many ran. */
  readonly schedules: number;
  /** The total number of their steps. */
  readonly steps: number;
  /** The first that failed, or null. */
  readonly failed: ScheduleResult | null;
}

/** Runs the schedules of consecutive seeds until one fails or the limit is reached. */
export async function runSchedules(firstSeed: number, limit: RunLimit): Promise<RunResult> {
  const end = performance.now() + ("milliseconds" in limit ? limit.milliseconds : Infinity);
  const maximum = "schedules" in limit ? limit.schedules : Infinity;
  let [schedules, steps] = [0, 0];
  while (schedules < maximum && performance.now() < end) {
    const result = await runSchedule(firstSeed + schedules);
    schedules++;
    steps += result.steps;
    if (result.violation !== null) return { schedules, steps, failed: result };
  }
  return { schedules, steps, failed: null };
}

/** Formats the schedule of a failed seed, step by step. */
export async function formatFailure(seed: number): Promise<string> {
  const { trace, violation } = await runSchedule(seed, { traced: true });
  return [`Schedule of seed ${seed}:`, ...trace, violation?.message ?? "every invariant holds"].join("\n");
}
