import type { Reading } from "../../layout/reading.ts";
import type { Block, Cell, Choice, Piece, Shown } from "../../layout/model.ts";
import { BOUNDS, LEAST_TITLE } from "../../layout/tokens.ts";

/**
 * A header loses what is before its title, where the title is cut. Then the title gives way to the end, which goes only where
 * it would leave nothing of the title. In a card of one column the end is below a title that is whole then.
 */
export function readHeader(element: HTMLElement, reading: Reading): Block {
  const { tokens, box } = reading;
  const start = element.querySelector<HTMLElement>(":scope > .kit-header-start");
  const title = element.querySelector<HTMLElement>(":scope > .kit-header-title")!;
  const end = element.querySelector<HTMLElement>(":scope > .kit-header-end");
  const isNarrow = box.height !== null && box.width < BOUNDS.narrow;
  const gap = isNarrow ? 4 : 8;
  const size = tokens.sizeClass === "L" ? 15 : 13;
  const titleWidth = reading.content(title, { weight: 600 }).width(size);
  const mark = element.querySelector(":scope > .kit-urgent-mark") === null ? 0 : 16 + gap;
  const startWidth = start === null ? 0 : reading.sizeOf(start).width + gap;
  const endWidth = end === null ? 0 : reading.sizeOf(end).width + gap;
  const endHeight = end === null ? 0 : Math.max(tokens.captionLine, reading.sizeOf(end).height);
  const wrapped: Piece | null = isNarrow && end !== null ? { kind: "detail" } : null;
  const isWrapped = ({ choice }: Cell) => "data-wrapped" in choice;
  const formOf = (width: number, cell?: Cell) => {
    const isWhole = (parts: number) => titleWidth + mark + parts <= width + 0.05;
    const leaves = (parts: number) => width - mark - parts >= Math.min(LEAST_TITLE, titleWidth);
    if (cell !== undefined && isWrapped(cell)) {
      return { hasStart: isWhole(startWidth), hasEnd: true, canWrap: true };
    }
    if (isWhole(startWidth + endWidth)) return { hasStart: true, hasEnd: true, canWrap: false };
    if (isWhole(endWidth)) return { hasStart: false, hasEnd: true, canWrap: false };
    const hasEnd = leaves(endWidth);
    return { hasStart: !hasEnd && leaves(startWidth), hasEnd, canWrap: wrapped !== null && isWhole(0) };
  };
  return reading.leaf({
    element,
    role: "title",
    pieces: wrapped === null ? [] : [wrapped],
    form(width) {
      const { canWrap } = formOf(width);
      const isWrapped = (shown: Shown) => canWrap && shown.has(wrapped!);
      return {
        height: (shown) => 20 + (isWrapped(shown) ? endHeight : 0),
        choice: (shown): Choice => isWrapped(shown) ? { "data-wrapped": "" } : {},
      };
    },
    free(cell) {
      const { hasStart, hasEnd } = formOf(cell.width, cell);
      const after = isWrapped(cell) || !hasEnd ? 0 : endWidth;
      return [cell.width - mark - titleWidth - (hasStart ? startWidth : 0) - after, after];
    },
    update(_shown, cell) {
      const { hasStart, hasEnd } = formOf(cell.width, cell);
      start?.toggleAttribute("data-dropped", !hasStart);
      end?.toggleAttribute("data-dropped", !hasEnd);
    },
  });
}
