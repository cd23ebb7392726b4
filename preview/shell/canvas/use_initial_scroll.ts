import { type RefObject, useEffect, useRef } from "react";

/** What the reader does to scroll. */
const SCROLLS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to a card that the address inspects when it is first shown, and keeps it there while it and the cards above it
 * are loaded, unless the reader scrolls.
 */
export function useInitialScroll(place: RefObject<HTMLElement | null>, isInspected: boolean): void {
  const isPending = useRef(isInspected);
  useEffect(() => {
    const { current } = place;
    const list = current?.parentElement;
    if (!isPending.current || !list) return;
    const ended = new AbortController();
    const end = () => {
      isPending.current = false;
      ended.abort();
    };
    const sizes = new ResizeObserver(() => {
      const { top, bottom } = current.getBoundingClientRect();
      if (bottom < MIN_SHOWN || top > innerHeight - MIN_SHOWN) current.scrollIntoView();
      const places = [...list.children];
      if (!places.slice(0, places.indexOf(current) + 1).some(isLoading)) end();
    });
    sizes.observe(list);
    ended.signal.addEventListener("abort", () => sizes.disconnect());
    for (const event of SCROLLS) globalThis.addEventListener(event, end, { signal: ended.signal });
    return () => ended.abort();
  }, [place]);
}

/** How much of a card must be in the window to count as shown, in CSS pixels. */
const MIN_SHOWN = 100;

function isLoading(place: Element): boolean {
  return place.querySelector(".shell-place-empty, [aria-busy=true]") !== null;
}
