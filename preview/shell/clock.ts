import { useSyncExternalStore } from "react";

/** How often the shell's clock goes on, in milliseconds. */
const TICK = 15_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time of the shell's one clock, in milliseconds since 1970: every card that shows a time goes on with it. */
export function useClock(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, TICK);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of [...listeners]) listener();
}
