import { type ReactNode, type ReactPortal, type RefObject, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { useMountedContext } from "../../context.tsx";

/**
 * Renders a popover or tooltip into the card's portal target. On a server there is no target: it is rendered in place,
 * hidden by its `popover` attribute, so that a build renders it as well.
 *
 * @param block the component's name, for error messages
 */
export function useFloatingPortal(block: string): (children: ReactNode) => ReactPortal | ReactNode {
  const { portalTarget } = useMountedContext(block);
  return (children) => portalTarget === null ? children : createPortal(children, portalTarget);
}

/**
 * Positions an open popover or tooltip beside its anchor. It is in the browser's top layer, where no card clips it and
 * coordinates are relative to the window. It is transparent until it is known which part of the window is in view.
 *
 * @param distance the distance to the anchor, in pixels: 0 where the pointer would meet something else on its way
 */
export function useAnchorPosition(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  side: "above" | "below",
  distance = DISTANCE,
): void {
  useLayoutEffect(() => {
    if (!open) return;
    const { style, ownerDocument: { documentElement } } = floating.current!;
    let view = wholeWindow(documentElement);
    const update = () => placeBeside(anchor.current!, floating.current!, side, distance, view);
    const observer = new IntersectionObserver(([entry]) => {
      view = findView(documentElement, entry!);
      update();
      style.opacity = "";
    });
    const measure = () => {
      update();
      observer.disconnect();
      observer.observe(documentElement);
    };
    style.opacity = "0";
    measure();
    // Scroll events do not bubble; the window receives them in the capture phase.
    globalThis.addEventListener("scroll", update, { capture: true, passive: true });
    globalThis.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener("scroll", update, { capture: true });
      globalThis.removeEventListener("resize", measure);
    };
  }, [open, anchor, floating, side, distance]);
}

/** The usual distance to the anchor, and the minimum distance to the edge of what is in view, in pixels. */
const DISTANCE = 6;

/** A rectangle in the window's coordinates, in pixels. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function wholeWindow({ clientWidth, clientHeight }: HTMLElement): Box {
  return { left: 0, right: clientWidth, top: 0, bottom: clientHeight };
}

/** The part of the window that is in view: of a frame that is higher than its page's window, a part only. */
function findView(
  root: HTMLElement,
  { isIntersecting, boundingClientRect, intersectionRect }: IntersectionObserverEntry,
): Box {
  const whole = wholeWindow(root);
  if (!isIntersecting) return whole;
  // An edge at which the document itself ends says nothing about what is beyond it.
  const start = (edge: "left" | "top") =>
    intersectionRect[edge] > boundingClientRect[edge] ? Math.max(0, intersectionRect[edge]) : 0;
  const end = (edge: "right" | "bottom") =>
    intersectionRect[edge] < boundingClientRect[edge]
      ? Math.min(whole[edge], intersectionRect[edge])
      : whole[edge];
  return { left: start("left"), right: end("right"), top: start("top"), bottom: end("bottom") };
}

/** Uses the opposite side if only that one has room. The start edges are aligned, unless that leaves the view. */
function placeBeside(
  anchor: HTMLElement,
  floating: HTMLElement,
  side: "above" | "below",
  distance: number,
  view: Box,
): void {
  floating.style.maxBlockSize = `${view.bottom - view.top - 2 * DISTANCE}px`;
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { width, height } = floating.getBoundingClientRect();
  const [above, below] = [top - distance - height, bottom + distance];
  const [fitsAbove, fitsBelow] = [above >= view.top, below + height <= view.bottom];
  const x = getComputedStyle(anchor).direction === "rtl" ? right - width : left;
  const y = (side === "above" ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow) ? above : below;
  floating.style.left = `${keepWithin(x, view.left, view.right - width)}px`;
  floating.style.top = `${keepWithin(y, view.top, view.bottom - height)}px`;
}

function keepWithin(offset: number, minimum: number, maximum: number): number {
  return Math.max(minimum + DISTANCE, Math.min(offset, maximum - DISTANCE));
}
