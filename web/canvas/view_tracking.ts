const callbacks = new WeakMap<Element, (isInView: boolean) => void>();

/**
 * One observer for all cards. In a frame of another origin the browser ignores the margin and compares with the viewport
 * of the whole page, so that no message about it is needed.
 */
let observer: IntersectionObserver | undefined;

/** Calls back with whether an element is in view or within a screen of it, now and after each change. */
export function trackView(element: Element, onChange: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
  }, { rootMargin: "100% 0%" });
  callbacks.set(element, onChange);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    callbacks.delete(element);
  };
}
