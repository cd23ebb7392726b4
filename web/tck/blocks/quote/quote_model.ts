import type { Block } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { growing } from "../figure_model.ts";
import { lineOf } from "../text/clamped_lines.ts";

/** The least size of its type, in pixels. */
const LEAST_TYPE = 13;

/** The fewest lines that are shown of a text that ends with an ellipsis. */
const LEAST_LINES = 3;

/** The width that it needs beside other blocks. */
const LEAST_WIDTH = 140;

/** The spaces above its author. */
const GAPS = { S: 4, M: 8, L: 16 } as const;

/** A quote, whose type fills the room that it gets. Its least height is that of its smallest type, with its author. */
export function readQuote(element: HTMLElement, reading: Reading): Block {
  const { label, sizeClass } = reading.tokens;
  const [textElement, byElement] = element.children;
  const text = reading.content(textElement!, { family: reading.fonts.serif });
  const by = reading.content(byElement!.firstElementChild, { weight: 600 });
  return growing(element, reading, LEAST_WIDTH, (width) => {
    const lines = Math.min(text.lines(width, LEAST_TYPE), LEAST_LINES);
    return lines * lineOf(LEAST_TYPE) + GAPS[sizeClass] + by.lines(width, label.size) * label.line;
  });
}
