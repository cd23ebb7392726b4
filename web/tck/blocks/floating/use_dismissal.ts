import { useEffect, useRef } from "react";

/** How long a tip stays open after the pointer left what it explains, so that the pointer can move onto it. */
const CLOSE_DELAY_MS = 150;

/** When an open tip goes. */
interface Dismissal {
  /** Ends a delay that has begun: the pointer is on the tip, or on what it explains. */
  keep(): void;
  hideSoon(): void;
}

/**
 * Hides an open tip by Escape, wherever the focus is, and a moment after the pointer has left.
 *
 * @param hide does the same in each rendering
 */
export function useDismissal(open: boolean, hide: () => void): Dismissal {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    // On the window: if the pointer opened it, the focus may be anywhere on the page.
    const close = (event: KeyboardEvent) => event.key === "Escape" && hide();
    globalThis.addEventListener("keydown", close);
    return () => globalThis.removeEventListener("keydown", close);
  }, [open]);
  return {
    keep,
    hideSoon() {
      keep();
      timer.current = setTimeout(hide, CLOSE_DELAY_MS);
    },
  };
}
