import { fits } from "./parts.ts";

/** Bars of a grid have their values beside their labels, or all of them below, where one of them has to and there is room. */
export function alignMeters(stack: HTMLElement): void {
  for (const grid of stack.querySelectorAll<HTMLElement>(".kit-grid:has(> .kit-meter ~ .kit-meter)")) {
    delete grid.dataset.stacked;
    const heads = [...grid.querySelectorAll(":scope > .kit-meter > .kit-meter-head")];
    const stacked = heads.filter(isStacked).length;
    if (stacked === 0 || stacked === heads.length) continue;
    grid.dataset.stacked = "";
    if (!fits(stack)) delete grid.dataset.stacked;
  }
}

function isStacked(head: Element): boolean {
  const [label, value] = [...head.children].map((part) => part.getBoundingClientRect());
  return value!.top >= label!.bottom - 1;
}
