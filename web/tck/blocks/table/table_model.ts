import { type Block, rem } from "../../layout/model.ts";
import type { Reading } from "../../layout/reading.ts";
import { COLUMN_GAP } from "../../layout/shapes.ts";
import { isCurrent, isVisible, rowPieces, writeMore } from "../list/row_model.ts";

/** A table narrower than this has smaller rows and gaps. */
const NARROW = 256;

/** The part of a table's width up to which the headings of its rows are in one line. */
const MOST_HEADING = 0.6;

/**
 * A table that is wider than its place loses columns one by one: of the lowest priority first, and of those the last one. Where
 * only columns of priority 1 are left, its cells wrap. A word that is wider than its column is broken in the headings of rows.
 */
export function readTable(frame: HTMLElement, reading: Reading): Block {
  const { tokens, box } = reading;
  const table = frame.querySelector("table")!;
  const isHeaded = table.tHead!.className === "";
  const heads = [...table.tHead!.rows[0]!.cells];
  const bodyRows = [...table.tBodies[0]!.rows];
  const pieces = rowPieces(bodyRows);
  const rows = bodyRows.map((row) => ({
    cells: [...row.cells].map((cell) => reading.content(cell, { weight: isCurrent(row) ? 600 : 400 })),
    piece: pieces.get(row),
  }));
  const labels = heads.map((cell) => reading.content(cell, { weight: 600 }));
  const layoutAt = (width: number) => {
    const size = width <= NARROW ? 13 : tokens.rowText;
    const widths = heads.map((_, column) =>
      Math.max(
        isHeaded ? labels[column]!.width(tokens.caption) : 0,
        ...rows.map(({ cells }) =>
          Math.min(cells[column]!.width(size), column === 0 ? MOST_HEADING * width : Infinity)
        ),
      )
    );
    const spaceOf = (column: number, before: number | undefined) => {
      if (before === undefined) return 0;
      const isEnd = (index: number) => heads[index]!.dataset.align === "end";
      if (isEnd(before) && !isEnd(column)) return width > 384 ? 24 : 16;
      return width <= NARROW ? 8 : 12;
    };
    const sum = (columns: readonly number[]) =>
      columns.reduce(
        (total, column, index) => total + widths[column]! + spaceOf(column, columns[index - 1]),
        0,
      );
    const columns = heads.map((_, column) => column);
    const optional = [3, 2].flatMap((dropped) =>
      columns.filter((column) => Number(heads[column]!.dataset.priority) === dropped).reverse()
    );
    let shown = columns;
    for (const column of optional) {
      if (sum(shown) <= width + 0.5) break;
      shown = shown.filter((kept) => kept !== column);
    }
    const excess = sum(shown) - width;
    const heading = Math.max(width * 0.2, widths[0]! - Math.max(0, excess));
    // The first column has what the others leave.
    const room = Math.max(heading, widths[0]! - excess);
    const isBroken = rows.some(({ cells }) => cells[0]!.least(size) > room);
    const isWide = excess > 0.5;
    return {
      size,
      shown,
      isWhole: shown === columns && !isWide,
      isWrapped: isWide && shown.length > 1,
      isBroken,
      heading,
    };
  };
  const room = box.width - 2 * tokens.insetInline - COLUMN_GAP;
  const places = [0.5, 0.6].map((part) => Math.floor(part * room));
  return reading.leaf({
    element: frame,
    role: "rows",
    pieces: [...pieces.values()],
    isSmall: bodyRows.length < 2 && !isHeaded,
    // It loses no column, and breaks no line, to be beside others: in half the card, or in three fifths of it.
    leastWidth: tokens.sizeClass === "S" ? 160 : places.find((width) => layoutAt(width).isWhole) ?? Infinity,
    form(width) {
      const { size, shown: columns, heading } = layoutAt(width);
      return {
        height(shown, look) {
          const visible = rows.filter((row) => isVisible(row, shown));
          const pad = look.row - tokens.rowLine;
          const heights = visible.map(({ cells }) => {
            const lines = Math.max(1, cells[0]!.lines(Math.max(heading, 1), size));
            const highest = Math.max(...columns.map((column) => cells[column]!.height));
            return pad + Math.max(lines * tokens.rowLine, highest);
          });
          const borders = isHeaded ? visible.length : visible.length - 1;
          return (isHeaded ? tokens.captionLine + 4 : 0) + heights.reduce((sum, height) => sum + height, 0) +
            borders;
        },
        choice: () => ({ "--kit-row-text": rem(size) }),
      };
    },
    update(shown, { width }) {
      const { shown: columns, isWrapped, isBroken } = layoutAt(width);
      table.toggleAttribute("data-wrapped", isWrapped);
      table.toggleAttribute("data-broken", isBroken);
      for (const { cells } of table.rows) {
        for (const [column, cell] of [...cells].entries()) {
          cell.toggleAttribute("data-omitted", !columns.includes(column));
        }
      }
      writeMore(frame, rows.filter((row) => !isVisible(row, shown)).length, reading.language);
    },
  });
}
