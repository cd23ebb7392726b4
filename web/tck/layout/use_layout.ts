import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { DrawingHost, HostedDrawing } from "../drawings/use_drawing_room.ts";
import { isAsPlanned, layOut } from "./lay_out.ts";

/**
 * Lays out a card: before the first paint, after each rendering, when the card or a part of it changes its size, and when a
 * font is loaded.
 *
 * @returns what the drawings in the card get their rooms from
 */
export function useLayout(card: RefObject<HTMLElement | null>): DrawingHost {
  const drawings = useRef(new Map<HTMLElement, HostedDrawing>());
  const host = useMemo((): DrawingHost => {
    let frame = 0;
    return {
      add(drawing) {
        drawings.current.set(drawing.element, drawing);
        return () => drawings.current.delete(drawing.element);
      },
      update() {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => {
          if (card.current !== null) layOut(card.current, drawings.current);
        });
      },
    };
  }, [card]);
  useLayoutEffect(() => void layOut(card.current!, drawings.current));
  useEffect(() => {
    const element = card.current!;
    let frame = 0;
    const sizes = new Map<Element, string>();
    // In a frame of its own, because it changes the sizes that are observed.
    const observer = new ResizeObserver((entries) => {
      const changed = entries.filter(({ target, borderBoxSize: [box] }) => {
        const { inlineSize: width, blockSize: height } = box!;
        const size = `${Math.round(width)} ${Math.round(height)}`;
        const isChanged = sizes.has(target)
          ? sizes.get(target) !== size
          : !isAsPlanned(element, target, height);
        sizes.set(target, size);
        return isChanged;
      });
      if (changed.length === 0) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => void layOut(element, drawings.current));
    });
    for (const observed of [element, ...element.firstElementChild!.children]) observer.observe(observed);
    const { fonts } = element.ownerDocument;
    const again = () => void layOut(element, drawings.current);
    fonts.addEventListener("loadingdone", again);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      fonts.removeEventListener("loadingdone", again);
    };
  });
  return host;
}
