import { readRigid } from "../figure_model.ts";
import type { Block, Piece } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";

/** A text that does not fit ends after so many lines, at least. */
const LEAST_LINES = 2;

/** A run of text is as high as it is; a paragraph loses lines beyond the second one, and ends with an ellipsis. */
export function readText(element: HTMLElement, reading: Reading): Block {
  if (element.tagName === "SPAN") return readRigid("remark")(element, reading);
  const { fontSize, fontWeight } = getComputedStyle(element);
  const size = parseFloat(fontSize);
  const font = { weight: Number(fontWeight) >= 600 ? 600 : 400 } as const;
  const content = reading.content(element, font);
  const most = Number(element.style.webkitLineClamp) || Infinity;
  const line = lineOf(size);
  const further: Piece[] = [];
  for (let count = LEAST_LINES; count < Math.min(most, MOST_PIECES); count++) {
    further.push(reading.piece("detail", []));
  }
  return reading.leaf({
    element,
    role: "remark",
    pieces: further,
    form(width) {
      const all = Math.min(most, content.lines(width, size));
      const linesOf = (shown: ReadonlySet<unknown>) =>
        further.every((piece) => shown.has(piece))
          ? all
          : Math.min(all, LEAST_LINES + further.filter((piece) => shown.has(piece)).length);
      return {
        absent: further.slice(Math.max(0, all - LEAST_LINES)),
        height: (shown) => linesOf(shown) * line,
        choice: (shown): Record<string, string> =>
          linesOf(shown) < all ? { "data-clamped": "", "--kit-lines": `${linesOf(shown)}` } : {},
      };
    },
  });
}

/** A longer text is cut after so many lines where it does not fit as a whole. */
const MOST_PIECES = 12;

/** The height of a line: that of `round(up, 1.25em, 4px)`. */
export function lineOf(size: number): number {
  return Math.ceil((size * 1.25 - 0.01) / 4) * 4;
}
