import { type ReactNode, type ReactPortal, type RefObject, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { useMountedContext } from "../context.tsx";

/**
 * Puts what floats into the card's portal target. On a server there is none: it stands in its place, hidden by its
 * `popover` attribute, so that a build renders it as well.
 */
export function useFloatingPlace(block: string): (children: ReactNode) => ReactPortal | ReactNode {
  const { portalTarget } = useMountedContext(block);
  return (children) => portalTarget === null ? children : createPortal(children, portalTarget);
}

/**
 * Keeps what floats beside its anchor while it is open. It is in the browser's top layer, where no card cuts it off and
 * places are relative to the window.
 */
export function useFollowAnchor(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  side: "above" | "below",
): void {
  useLayoutEffect(() => {
    if (!open) return;
    const follow = () => placeBeside(anchor.current!, floating.current!, side);
    follow();
    // A scroll event does not bubble, but the window sees it on its way down.
    globalThis.addEventListener("scroll", follow, { capture: true, passive: true });
    globalThis.addEventListener("resize", follow);
    return () => {
      globalThis.removeEventListener("scroll", follow, { capture: true });
      globalThis.removeEventListener("resize", follow);
    };
  }, [open, anchor, floating, side]);
}

/** Pixels between what floats and its anchor, and at least between it and the window's edge. */
const DISTANCE = 6;

/**
 * On the wanted side of the anchor, or on the other where only that has room. It begins where the anchor begins, and
 * stays in the window.
 */
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

function keepWithin(place: number, room: number): number {
  return Math.max(DISTANCE, Math.min(place, room - DISTANCE));
}
