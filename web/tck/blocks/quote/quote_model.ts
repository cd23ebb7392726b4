import type { Block } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { lineOf } from "../text/clamped_lines.ts";

/** The least size of its type, in pixels. */
const LEAST_TYPE = 13;

/** A longer text ends with an ellipsis after so many lines, at least. */
const LEAST_LINES = 3;

/** A quote, whose type fills the room that it gets. Its least height is that of its smallest type, with its author. */
export function readQuote(element: HTMLElement, reading: Reading): Block {
  const { tokens, fonts, box } = reading;
  const [textElement, byElement] = element.children;
  const text = reading.content(textElement!, { family: fonts.serif });
  const by = reading.content(byElement!.firstElementChild, { weight: 600 });
  const natural = box.height === null ? reading.sizeOf(element).height : 0;
  const gap = tokens.sizeClass === "S" ? 4 : tokens.sizeClass === "L" ? 16 : 8;
  return reading.leaf({
    element,
    role: "figure",
    leastWidth: 140,
    form(width) {
      if (box.height === null) return { height: () => natural };
      const height = Math.min(text.lines(width, LEAST_TYPE), LEAST_LINES) * lineOf(LEAST_TYPE) + gap +
        by.lines(width, tokens.label.size) * tokens.label.line;
      return {
        height: () => height,
        most: () => Infinity,
      };
    },
  });
}
