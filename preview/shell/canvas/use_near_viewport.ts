import { type RefObject, useEffect, useRef, useState } from "react";

/** The distance to the viewport at which an element counts as near, in pixels. */
const MARGIN = 1_000;

/** Whether an element is or was near the viewport, so that a long feed loads its cards while scrolling. */
export function useNearViewport<Kind extends HTMLElement>(): [RefObject<Kind | null>, boolean] {
  const element = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near]);
  return [element, near];
}
