import { findCard } from "./card_container.ts";
import { type CardUse, isRecent } from "./last_use.ts";
import { takeMethod } from "./native_members.ts";

/**
 * Lets only the card that the reader has just used move the focus and scroll the page. `focus` of another card, also by
 * React's `autoFocus`, does nothing unless the focus is in that card, and its `scrollIntoView` scrolls the boxes within
 * the card only.
 */
export function limitFocusAndScroll(lastUse: () => CardUse | null): void {
  const isUsed = (card: Element) => {
    const use = lastUse();
    return use?.card === card && isRecent(use);
  };
  const hasFocus = (card: Element) => document.activeElement === card && document.hasFocus();

  for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
    const focus = takeMethod(prototype, "focus");
    prototype.focus = function (this: HTMLElement | SVGElement | MathMLElement, options) {
      const card = findCard(this);
      if (card === null || isUsed(card) || hasFocus(card)) focus(this, options);
    };
  }
  const { prototype } = Element;
  const scrollIntoView = takeMethod(prototype, "scrollIntoView");
  prototype.scrollIntoView = function (options) {
    const card = findCard(this);
    if (card === null || isUsed(card)) scrollIntoView(this, options);
    else scrollWithinCard(this, readOptions(options));
  };
  // Chromium has this older method too.
  if ("scrollIntoViewIfNeeded" in prototype) {
    prototype.scrollIntoViewIfNeeded = function (this: Element) {
      this.scrollIntoView({ block: "nearest" });
    };
  }
}

function readOptions(options: boolean | ScrollIntoViewOptions = {}): ScrollIntoViewOptions {
  return typeof options === "boolean" ? { block: options ? "start" : "end" } : options ?? {};
}

function scrollWithinCard(
  element: Element,
  { block = "start", inline = "nearest", behavior = "auto" }: ScrollIntoViewOptions,
): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollBy({
      top: distance(block, inner.top - outer.top - box.clientTop, inner.height, box.clientHeight),
      left: distance(inline, inner.left - outer.left - box.clientLeft, inner.width, box.clientWidth),
      behavior,
    });
  }
}

/** How far a box has to be scrolled for an element that begins at `start` and has a size, in CSS pixels. */
function distance(position: ScrollLogicalPosition, start: number, size: number, space: number): number {
  const end = start + size - space;
  if (position === "start") return start;
  if (position === "end") return end;
  if (position === "center") return (start + end) / 2;
  if (start * end <= 0) return 0;
  return Math.abs(start) < Math.abs(end) ? start : end;
}
