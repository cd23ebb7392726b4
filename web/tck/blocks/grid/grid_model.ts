import { type Block, isShown, leavesOf, type Look, rem } from "../../layout/model.ts";
import { column, grid } from "../../layout/arrange.ts";
import { growsInColumn } from "../stack/stack_model.ts";
import { readCells } from "../../layout/read_card.ts";
import type { Reading } from "../../layout/reading.ts";
import { BOUNDS, footprintOf, readSpace } from "../../layout/tokens.ts";

/** Cells in columns of one width. */
export function readGrid(element: HTMLElement, reading: Reading): Block {
  const children = reading.inRow(() => readCells(element, reading));
  if (children.length === 0) {
    return reading.leaf({
      element,
      role: "remark",
      form: () => ({ height: () => 0 }),
    });
  }
  return linesOf(element, children, reading) ?? cellsOf(element, children, reading);
}

/** Three values and more in a card of one column are one below the other, each in one line with its label. */
function linesOf(element: HTMLElement, cells: readonly Block[], reading: Reading): Block | null {
  const { box } = reading;
  const isNarrow = box.height !== null && box.width < BOUNDS.narrow;
  if (!isNarrow || cells.length < 3 || cells.some(({ inLine }) => inLine === undefined)) return null;
  return column(cells.map((cell) => cell.inLine!()), {
    role: "lead",
    element,
    grows: growsInColumn(element, reading),
    gap: () => 4,
    authored: () => ({ "data-as-rows": "", "--kit-columns": "1" }),
  });
}

function cellsOf(element: HTMLElement, children: readonly Block[], reading: Reading): Block {
  const asked = Number(element.dataset.columns ?? 2);
  const own = readSpace(element.style.gap);
  const footprint = footprintOf(reading.box);
  const areValues = children.every(({ role, children }) => role === "lead" && children.length === 0);
  const hasData = children.flatMap(leavesOf).some(({ role }) => role === "rows" || role === "figure");
  const isLow = reading.tokens.sizeClass === "S";
  const widest = Math.max(...children.map(({ leastWidth = 0 }) => leastWidth));
  const least = hasData
    ? (isLow ? 120 : LEAST_DATA)
    : areValues
    ? (isLow && footprint !== "1x1" ? 56 : Math.max(64, widest))
    : 90;
  const gap = own ?? 12;
  const columnGap = own === null && WIDE.has(footprint) ? 24 : gap;
  const columns = (width: number, shown: number) => {
    const most = footprint === "4x1" && shown > asked && shown <= 4 && !hasData ? shown : asked;
    return COLUMNS[most]!.find((count) => (width - columnGap * (count - 1)) / count >= least) ?? 1;
  };
  const rowGap = ({ gap: space }: Look) => own === null ? Math.min(gap, Math.max(4, space)) : gap;
  return grid(children, {
    element,
    grows: growsInColumn(element, reading),
    columns,
    columnGap,
    rowGap,
    role: areValues ? "lead" : children[0]!.role,
    ...areValues && { leastWidth: leastOfValues(children, asked, gap) },
    authored(shown, look, width) {
      const count = children.filter((child) => isShown(child, shown)).length;
      return {
        "--kit-columns": `${Math.max(1, Math.min(columns(width, count), count))}`,
        "--kit-column-gap": rem(columnGap),
        "--kit-row-gap": rem(rowGap(look)),
      };
    },
  });
}

/** The sizes in which the gap between columns is wide. */
const WIDE: ReadonlySet<string> = new Set(["4x1", "4x2", "4x4", "wideFeed"]);

/** The numbers of columns that a grid has instead of those that it asks for, so that its rows are full. */
const COLUMNS: { readonly [asked: number]: readonly number[] } = {
  1: [1],
  2: [2],
  3: [3],
  4: [4, 2],
  6: [6, 3, 2],
};

/** Rows and drawings in a narrower column are below one another. */
const LEAST_DATA = 240;

/** Beside other blocks, values of a grid are in two columns at least, if they are several. */
function leastOfValues(values: readonly Block[], asked: number, gap: number): number {
  const count = Math.min(2, asked, values.length);
  return count * Math.max(...values.map(({ leastWidth = 0 }) => leastWidth)) + (count - 1) * gap;
}
