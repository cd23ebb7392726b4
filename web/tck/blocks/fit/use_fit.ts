import { type RefObject, useEffect, useLayoutEffect } from "react";
import { fitContent } from "./fit_content.ts";

/**
 * Fits the content of a card into its height: before the first paint, after each rendering, when the card or a part of it
 * changes its size, and when a font is loaded. It sets attributes and custom properties that React does not know, on
 * elements that React renders.
 */
export function useFit(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => fitContent(card.current!));
  useEffect(() => {
    const element = card.current!;
    let frame = 0;
    // In a frame of its own, because it changes the sizes that are observed.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => fitContent(element));
    });
    for (const observed of [element, ...element.firstElementChild!.children]) observer.observe(observed);
    const { fonts } = element.ownerDocument;
    const refit = () => fitContent(element);
    fonts.addEventListener("loadingdone", refit);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      fonts.removeEventListener("loadingdone", refit);
    };
  });
}
