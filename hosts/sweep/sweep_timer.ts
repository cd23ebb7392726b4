import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { ServiceDependencies } from "../postgres/mod.ts";
import { sweepObjects } from "./sweep_objects.ts";

/** The interval between two sweeps, in milliseconds (1 hour). */
const SWEEP_INTERVAL_MS = 3_600_000;

/** Sweeps at once and then every hour until it is stopped. A sweep that fails is logged; the next one covers what it missed. */
export function startSweepTimer(deps: ServiceDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await sweepObjects(deps, { signal }).catch((error) => {
        if (signal.aborted) return;
        deps.log({
          event: "sweep_failed",
          level: "warning",
          message: `Cannot sweep: ${errorMessageWithCauses(error)}`,
        });
      });
      await deps.clock.sleep(SWEEP_INTERVAL_MS, signal).catch(() => {});
    }
  };
  const ended = run();
  return { stop: () => (stopping.abort(), ended) };
}
