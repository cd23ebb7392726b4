import type { CardTree } from "./card_tree.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** Finds the actions and the update time that the line of slots of a card of a fixed size does not show. */
export function findDroppedSlots({ article }: CardTree): MeasuredFault[] {
  const slots = article.querySelectorAll(":scope > .tck-card-slots[data-fixed] > *");
  return [...slots].filter((slot) => getComputedStyle(slot).display === "none").map((slot) => ({
    rule: "detail.dropped",
    message: [
      `${slot instanceof HTMLTimeElement ? "The update time" : "The action"} “${slot.textContent}” is not ` +
      "shown: there is no room for it at this size",
    ],
    element: slot,
    missing: [slot.textContent],
  }));
}
