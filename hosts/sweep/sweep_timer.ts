import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { ServiceDependencies } from "../postgres/mod.ts";
import { sweepObjects } from "./sweep_objects.ts";

/** The interval between two sweeps, in milliseconds (1 hour). */
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Sweeps at once and then every hour until it is stopped. A sweep that fails is logged; the next one covers what it missed.
 *
 * @param others what else the service does at these times
 */
export function startSweepTimer(
  deps: ServiceDependencies,
  ...others: readonly ((signal: AbortSignal) => Promise<unknown>)[]
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = (error: unknown): void => {
    if (signal.aborted) return;
    const message = `Cannot sweep: ${errorMessageWithCauses(error)}`;
    deps.log({ event: "sweep_failed", level: "warning", message });
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await sweepObjects(deps, { signal }).catch(report);
      for (const other of others) await other(signal).catch(report);
      await deps.clock.sleep(SWEEP_INTERVAL_MS, signal).catch(() => {});
    }
  };
  const ended = run();
  return { stop: () => (stopping.abort(), ended) };
}
