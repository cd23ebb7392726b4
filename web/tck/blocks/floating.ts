import { type ReactNode, type ReactPortal, type RefObject, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { useMountedContext } from "../context.tsx";

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
 * coordinates are relative to the window.
 */
export function useAnchorPosition(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  side: "above" | "below",
): void {
  useLayoutEffect(() => {
    if (!open) return;
    const update = () => placeBeside(anchor.current!, floating.current!, side);
    update();
    // Scroll events do not bubble; the window receives them in the capture phase.
    globalThis.addEventListener("scroll", update, { capture: true, passive: true });
    globalThis.addEventListener("resize", update);
    return () => {
      globalThis.removeEventListener("scroll", update, { capture: true });
      globalThis.removeEventListener("resize", update);
    };
  }, [open, anchor, floating, side]);
}

/** Shows a popover that is opened by script while it is open. */
export function useOpenPopover(open: boolean, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const popover = element.current!;
    if (!open) return;
    popover.showPopover();
    return () => popover.hidePopover();
  }, [open, element]);
}

/** The distance to the anchor, and the minimum distance to the window's edge, in pixels. */
const DISTANCE = 6;

/** Uses the opposite side if only that one has room. The start edges are aligned, unless that leaves the window. */
function placeBeside(anchor: HTMLElement, floating: HTMLElement, side: "above" | "below"): void {
  const { clientWidth, clientHeight } = anchor.ownerDocument.documentElement;
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { width, height } = floating.getBoundingClientRect();
  const [above, below] = [top - DISTANCE - height, bottom + DISTANCE];
  const [fitsAbove, fitsBelow] = [above >= 0, below + height <= clientHeight];
  const x = getComputedStyle(anchor).direction === "rtl" ? right - width : left;
  const y = (side === "above" ? fitsAbove || !fitsBelow : fitsAbove && !fitsBelow) ? above : below;
  floating.style.left = `${keepWithin(x, clientWidth - width)}px`;
  floating.style.top = `${keepWithin(y, clientHeight - height)}px`;
}

function keepWithin(offset: number, maximum: number): number {
  return Math.max(DISTANCE, Math.min(offset, maximum - DISTANCE));
}
