import { useSyncExternalStore } from "react";
import { createCardClock } from "@tck/kit/host-mount";

const CLOCK = createCardClock();

/** The time of the shell's clock, in milliseconds since 1970. All cards share it. */
export function useClock(): number {
  return useSyncExternalStore(CLOCK.subscribe, CLOCK.now);
}
