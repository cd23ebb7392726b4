import { findCard } from "../card_container.ts";
import { type CardUse, isRecent } from "./last_use.ts";
import { takeGetter, takeMethod } from "../native_members.ts";
import type { ShadowRoots } from "../shadow_roots.ts";

const readTarget = takeGetter(Event.prototype, "target");
const preventDefault = takeMethod(Event.prototype, "preventDefault");

/**
 * Lets only the card that the reader has just used move the focus, scroll the page and have the browser say what is wrong in
 * a field. `focus` of another card, also by React's `autoFocus`, does nothing unless the focus is in that card, and its
 * `scrollIntoView` scrolls the boxes within the card only.
 */
export function limitFocusAndScroll(lastUse: () => CardUse | null, roots: Pick<ShadowRoots, "listen">): void {
  const isUsed = (card: Element | null) => {
    const use = lastUse();
    if (use === null || !isRecent(use)) return false;
    // Outside of the cards the frame has elements of its own.
    return card === null ? use.card === use.element : use.card === card;
  };
  const hasFocus = (card: Element) => document.activeElement === card && document.hasFocus();
  const mayFocus = (card: Element | null) => isUsed(card) || card !== null && hasFocus(card);

  for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
    const focus = takeMethod(prototype, "focus");
    prototype.focus = function (this: HTMLElement | SVGElement | MathMLElement, options) {
      const card = findCard(this);
      if (mayFocus(card)) focus(this, options);
    };
  }
  // By `reportValidity`, or when a form is submitted, also by a script. The browser moves the focus there, too.
  roots.listen("invalid", (event) => {
    const target = readTarget(event);
    if (!(target instanceof Element) || !mayFocus(findCard(target))) preventDefault(event);
  });
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
