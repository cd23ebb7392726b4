/** The part of a table's width up to which the headings of its rows are in one line. */
const MOST_HEADING = 0.6;

/** A smaller excess is a rounding of the browser. */
const MOST_ROUNDING = 0.5;

/**
 * A table that is wider than its place loses columns one by one: of the lowest priority first, and of those the last one.
 * Where only columns of priority 1 are left, the headings of its rows wrap, and at last all cells.
 */
export function fitColumns(card: HTMLElement): void {
  for (const table of card.querySelectorAll<HTMLTableElement>(".kit-table")) {
    for (const cell of table.querySelectorAll<HTMLElement>("[data-omitted]")) delete cell.dataset.omitted;
    delete table.dataset.wrapped;
    table.style.setProperty("--kit-heading", `${widthOfHeadings(table)}px`);
    for (const column of optionalColumnsOf(table)) {
      if (!isTooWide(table)) break;
      for (const { cells } of table.rows) cells[column]!.dataset.omitted = "";
    }
    if (isTooWide(table)) table.style.removeProperty("--kit-heading");
    if (isTooWide(table)) table.dataset.wrapped = "";
  }
}

/** The width of the widest heading of a row in one line, or less where that would be most of the table. */
function widthOfHeadings(table: HTMLTableElement): number {
  table.dataset.measured = "";
  const widths = [...table.tBodies[0]!.rows].map(({ cells }) => cells[0]!.getBoundingClientRect().width);
  delete table.dataset.measured;
  return Math.min(Math.max(0, ...widths), MOST_HEADING * roomOf(table));
}

/** The places of the columns that are not of priority 1, in the order in which they are dropped. */
function optionalColumnsOf(table: HTMLTableElement): number[] {
  const priorities = [...table.rows[0]!.cells].map(({ dataset }) => Number(dataset.priority));
  return [3, 2].flatMap((dropped) =>
    priorities.flatMap((priority, column) => priority === dropped ? [column] : []).reverse()
  );
}

function isTooWide(table: HTMLTableElement): boolean {
  return table.getBoundingClientRect().width > roomOf(table) + MOST_ROUNDING;
}

function roomOf(table: HTMLTableElement): number {
  return table.parentElement!.getBoundingClientRect().width;
}
