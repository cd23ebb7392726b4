import type { CardTree } from "./card_tree.ts";
import { describeText } from "./element.ts";
import type { MeasuredFault } from "./measured_fault.ts";

/** One pixel may be rounding. */
const MAX_OVERFLOW = 1;

/** Drawings that are larger than the room of their `Figure`, and values that lie over the ring of their `Donut`. */
export function findFigureOverflow({ elements }: CardTree): MeasuredFault[] {
  return elements.flatMap((element) => {
    if (element.matches(".kit-room-content > :is(svg, canvas)")) return findLargeDrawing(element);
    return element.matches(".kit-ring-value") ? findWideValue(element) : [];
  });
}

function findLargeDrawing(drawing: Element): MeasuredFault[] {
  const figure = drawing.closest(".kit-room")!;
  const [own, room] = [drawing, figure].map((element) => element.getBoundingClientRect());
  const x = Math.round(own!.width - room!.width);
  const y = Math.round(own!.height - room!.height);
  const more = [x > MAX_OVERFLOW ? `${x} px too wide` : "", y > MAX_OVERFLOW ? `${y} px too high` : ""]
    .filter((part) => part !== "");
  if (more.length === 0) return [];
  return [{
    rule: "figure.overflow",
    message: [
      "The drawing of ",
      figure,
      ` is ${
        more.join(" and ")
      } for its room: draw it for the \`width\` and \`height\` that its function gets`,
    ],
    element: figure,
  }];
}

function findWideValue(value: Element): MeasuredFault[] {
  const ring = value.closest(".kit-ring")!;
  const circle = ring.querySelector("circle");
  if (circle === null) return [];
  const inside = ring.clientWidth - 2 * parseFloat(getComputedStyle(circle).strokeWidth);
  const excess = Math.round(value.getBoundingClientRect().width - inside);
  // A ring without a size is a fault of its own.
  if (excess <= MAX_OVERFLOW || inside <= 0) return [];
  return [{
    rule: "figure.overflow",
    message: [
      `The value ${
        describeText(value.textContent)
      } is ${excess} px wider than the inside of its ring: write it shorter, such as in thousands, or leave this size out of \`sizes\``,
    ],
    element: value,
  }];
}
