import type { ServiceDependencies } from "./dependencies.ts";
import { sweepObjects } from "./sweep_objects.ts";

/** How often the cleanup runs by itself, in milliseconds (1 hour). */
const SWEEP_INTERVAL = 3_600_000;

/** Runs the cleanup now and then, until it is stopped. A sweep that fails is logged; the next one makes up for it. */
export function startSweepTimer(deps: ServiceDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for (;;) {
      await deps.clock.sleep(SWEEP_INTERVAL, signal).catch(() => {});
      if (signal.aborted) return;
      await sweepObjects(deps, { signal }).catch((error) => {
        if (!signal.aborted) deps.log(describeFailure(error));
      });
    }
  };
  const ended = run();
  return { stop: () => (stopping.abort(), ended) };
}

function describeFailure(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  return { event: "sweep_failed", level: "warning", message: `Cannot sweep: ${reason}` } as const;
}
