import type { CardTree } from "./card_tree.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** Two heights that differ by less than this are the same, in CSS pixels. */
const TOLERANCE = 0.5;

/** The outermost element that is exactly as high as the window, as by `min-height: 100vh`. */
export function findWindowHeight({ elements }: CardTree): MeasuredFault[] {
  const element = elements.find((at) =>
    Math.abs(at.getBoundingClientRect().height - innerHeight) < TOLERANCE
  );
  if (element === undefined) return [];
  const message =
    `<${element.localName}> is as high as the window, ${innerHeight} px here: in a feed the card ` +
    "fills the reader's window, beside other cards; let its content decide its height";
  return [{ rule: "card.window", message: [message], element }];
}
