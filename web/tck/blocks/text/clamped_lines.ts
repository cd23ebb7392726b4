import type { Choice, Piece, Shown } from "../../layout/model.ts";
import type { Content } from "../../layout/text.ts";

/** A text whose further lines can be left out: then it ends with an ellipsis. */
export interface ClampedText {
  /** One for each line that can be left out. */
  readonly pieces: readonly Piece[];
  at(width: number, size: number): ClampedLines;
}

/** Its lines at a width and font size. */
export interface ClampedLines {
  /** The pieces of lines that it does not have. */
  readonly absent: readonly Piece[];
  count(shown: Shown): number;
  choice(shown: Shown): Choice;
}

/**
 * @param element the author may give it a number of lines
 * @param least the number of lines that are always shown
 * @param further how many further lines are left out one by one; a longer text is whole, or ends before them
 */
export function clampText(
  element: HTMLElement,
  content: Content,
  least: number,
  further: number,
): ClampedText {
  const most = Number(element.style.webkitLineClamp) || Infinity;
  const length = Math.max(0, Math.min(most - least, further));
  const pieces = Array.from({ length }, (): Piece => ({ kind: "detail" }));
  return {
    pieces,
    at(width, size) {
      const all = Math.min(most, content.lines(width, size));
      const count = (shown: Shown) => {
        const { length } = pieces.filter((piece) => shown.has(piece));
        return length === pieces.length ? all : Math.min(all, least + length);
      };
      return {
        absent: pieces.slice(Math.max(0, all - least)),
        count,
        choice: (shown): Choice =>
          count(shown) < all ? { "data-clamped": "", "--kit-lines": `${count(shown)}` } : {},
      };
    },
  };
}

/** The height of a line: that of `round(up, 1.25em, 4px)`. */
export function lineOf(size: number): number {
  return Math.ceil((size * 1.25 - 0.01) / 4) * 4;
}
