import { runSchedule, type ScheduleResult } from "./schedule.ts";

/** When a run of schedules ends, unless one fails before. */
export type RunLimit = { readonly schedules: number } | { readonly milliseconds: number };

/** What came of several schedules. */
export interface RunResult {
  /** How many ran. */
  readonly schedules: number;
  /** How many steps they had together. */
  readonly steps: number;
  /** The first that failed, or null. */
  readonly failed: ScheduleResult | null;
}

/** Runs the schedules of consecutive seeds until one fails or the limit is reached. */
export async function runSchedules(firstSeed: number, limit: RunLimit): Promise<RunResult> {
  const end = performance.now() + ("milliseconds" in limit ? limit.milliseconds : Infinity);
  const most = "schedules" in limit ? limit.schedules : Infinity;
  let [schedules, steps] = [0, 0];
  while (schedules < most && performance.now() < end) {
    const result = await runSchedule(firstSeed + schedules);
    schedules++;
    steps += result.steps;
    if (result.broken !== null) return { schedules, steps, failed: result };
  }
  return { schedules, steps, failed: null };
}

/** The schedule of a seed that failed, step by step, for people. */
export async function describeFailure(seed: number): Promise<string> {
  const { trace, broken } = await runSchedule(seed, { traced: true });
  return [`Schedule of seed ${seed}:`, ...trace, `${broken?.message ?? "nothing is broken"}`].join("\n");
}
