import type { CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** Values of the kit that are not larger than their labels. One that is cut is a fault of its own. */
export function findSmallValues({ elements }: CardTree): MeasuredFault[] {
  return elements.filter((element) => element.matches(".kit-stat-value")).flatMap((value) => {
    const label = value.closest(".kit-stat")!.querySelector(".kit-stat-label");
    const isCut = value.scrollWidth > value.clientWidth;
    if (label === null || isCut || sizeOf(value) > sizeOf(label)) return [];
    return [{
      rule: "value.small" as const,
      message: [
        `The value ${describeText(value.textContent)} has ${sizeOf(value)} px, as its label has: ` +
        "write it shorter, such as in thousands, give it more room, or leave this size out of `sizes`",
      ],
      element: value,
    }];
  });
}

function sizeOf(element: Element): number {
  return parseFloat(getComputedStyle(element).fontSize);
}
