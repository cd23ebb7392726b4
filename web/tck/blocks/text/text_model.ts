import type { Block } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { clampText, lineOf } from "./clamped_lines.ts";

/** The least lines of a text that does not fit. */
const LEAST_LINES = 2;

/** The most further lines that are left out one by one. */
const MORE_LINES = 10;

/** A run of text is as high as it is; a paragraph loses lines beyond the second one, and ends with an ellipsis. */
export function readText(element: HTMLElement, reading: Reading): Block {
  if (element.tagName === "SPAN") return reading.rigid(element, "remark");
  const { fontSize, fontWeight } = getComputedStyle(element);
  const size = parseFloat(fontSize);
  const content = reading.content(element, { weight: Number(fontWeight) >= 600 ? 600 : 400 });
  const text = clampText(element, content, LEAST_LINES, MORE_LINES);
  return reading.leaf({
    element,
    role: "remark",
    pieces: text.pieces,
    form(width) {
      const { absent, count, choice } = text.at(width, size);
      return { absent, height: (shown) => count(shown) * lineOf(size), choice };
    },
  });
}
