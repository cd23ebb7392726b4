import { type RefObject, useEffect, useRef, useState } from "react";

/** How far from the window something counts as near, in pixels. */
const MARGIN = 1_000;

/** Whether an element has been in the window or near it: a long feed loads what is looked at. */
export function useNear<Kind extends HTMLElement>(): [RefObject<Kind | null>, boolean] {
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
