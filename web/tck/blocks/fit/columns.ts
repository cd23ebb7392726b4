/** The least important priority that is still shown, in the order in which a table that is too wide drops the others. */
const STEPS = ["2", "1"] as const;

/** A smaller excess is a rounding of the browser. */
const MOST_ROUNDING = 0.5;

/** A table that is wider than its place loses its columns of priority 3, and then those of 2. At last its cells wrap. */
export function fitColumns(card: HTMLElement): void {
  for (const table of card.querySelectorAll<HTMLElement>(".kit-table")) {
    delete table.dataset.least;
    delete table.dataset.wrapped;
    for (const priority of STEPS) {
      if (!isTooWide(table)) break;
      table.dataset.least = priority;
    }
    if (isTooWide(table)) table.dataset.wrapped = "";
  }
}

function isTooWide(table: HTMLElement): boolean {
  const room = table.parentElement!.getBoundingClientRect().width;
  return table.getBoundingClientRect().width > room + MOST_ROUNDING;
}
