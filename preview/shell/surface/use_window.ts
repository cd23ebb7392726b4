import { useMemo, useSyncExternalStore } from "react";

/** Whether a media query matches. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useMemo(() => (listener: () => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  }, [list]);
  return useSyncExternalStore(subscribe, () => list.matches);
}

/** The size of the window in CSS pixels. */
export function useWindowSize(): { readonly width: number; readonly height: number } {
  const width = useSyncExternalStore(subscribeToResize, () => innerWidth);
  const height = useSyncExternalStore(subscribeToResize, () => innerHeight);
  return { width, height };
}

function subscribeToResize(listener: () => void): () => void {
  globalThis.addEventListener("resize", listener);
  return () => globalThis.removeEventListener("resize", listener);
}
