import { nameCard, type SweepCheck } from "./sweep.ts";

/** What a card shows is understood without what it leaves out. */
export const CONTENT: SweepCheck = {
  name: "headings have their rows, numbers count what is left out, and values beside each other agree",
  async findFaults({ page, views }) {
    return (await page.evaluate(findBroken)).map(({ card, fault }) => `${nameCard(views, card)}: ${fault}`);
  },
};

/** Runs in the page. */
export function findBroken(): { card: number; fault: string }[] {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }, card) => {
    const stack = shadowRoot!.querySelector(".kit-card > .kit-stack")!;
    return [
      ...findHeadings(stack),
      ...[...stack.querySelectorAll(".kit-list, .kit-timeline, .kit-table-frame")].flatMap(findRows),
      ...findValues([...stack.querySelectorAll<HTMLElement>(".kit-stat")].filter(isShown)),
      ...findBars(stack),
    ].map((fault) => ({ card, fault }));
  });

  function isShown(element: Element | null | undefined): boolean {
    return element != null && element.getClientRects().length > 0;
  }

  function findHeadings(stack: Element): string[] {
    const [title, ...others] = stack.querySelectorAll("h2");
    const headings = [...stack.querySelectorAll(".kit-section"), ...others].filter(isShown);
    return headings.filter((heading) => heading !== title && !isShown(heading.nextElementSibling)).map((
      heading,
    ) => `the heading "${heading.textContent}" is without its content`);
  }

  /** The number of rows that are left out, their order, and their details. */
  function findRows(list: Element): string[] {
    if (!isShown(list)) return [];
    const rows = [...list.querySelectorAll<HTMLElement>(".kit-item, .kit-event, tbody > tr")];
    const current = rows.findIndex((row) => row.hasAttribute("aria-current"));
    const hidden = rows.filter((row) => !isShown(row));
    const count = hidden.filter((row) => !(row.matches("[data-past]") && rows.indexOf(row) < current)).length;
    const more = list.querySelector(".kit-more")!.textContent!;
    const said = [...more].map((digit) => "٠١٢٣٤٥٦٧٨٩".indexOf(digit)).map((digit, at) =>
      digit < 0 ? [...more][at]! : `${digit}`
    ).join("").replace(/\D/g, "");
    const faults: string[] = [];
    if (rows.length > 0 && rows.length === hidden.length) faults.push("a list without rows");
    if (Number(said) !== count) faults.push(`"${more}" instead of ${count} rows`);
    if (current >= 0 && hidden.includes(rows[current]!)) faults.push("the current row is left out");
    const following = rows.slice(current + 1).map(isShown);
    if (following.lastIndexOf(true) > following.indexOf(false) && following.includes(false)) {
      faults.push("a later row is shown instead of an earlier one");
    }
    const details = rows.filter((row) => isShown(row) && !row.matches("[aria-current]")).flatMap((row) =>
      [...row.querySelectorAll(".kit-item-detail")].map(isShown)
    );
    if (new Set(details).size > 1) faults.push("some rows have their details, and others have not");
    return faults;
  }

  function findValues(stats: HTMLElement[]): string[] {
    const groups = Map.groupBy(stats, ({ parentElement }) => parentElement);
    return [...groups].filter(([parent]) => parent!.matches(".kit-grid, .kit-row")).flatMap(([, group]) => [
      ...["small", "medium", "large"].flatMap((size) => {
        const sizes = new Set(group.filter(({ dataset }) => dataset.size === size).map(sizeOf));
        return sizes.size > 1 ? [`values of ${[...sizes].join()}`] : [];
      }),
      ...findSmaller(group, ["large", "medium", "small"]),
      ...group.slice(1).flatMap((stat, index) => {
        const before = group[index]!;
        const [one, other] = [before, stat].map((each) => each.getBoundingClientRect());
        const isBeside = one!.top < other!.bottom - 1 && other!.top < one!.bottom - 1;
        const lines = [baselineOf(before), baselineOf(stat)];
        return isBeside && Math.abs(lines[0]! - lines[1]!) > 0.6 ? [`values at ${lines.join()}`] : [];
      }),
    ]);
  }

  /** A value is not smaller than one of a lower `size` beside it. */
  function findSmaller(group: HTMLElement[], sizes: readonly string[]): string[] {
    const drawn = sizes.map((size) => group.find(({ dataset }) => dataset.size === size)).filter((stat) =>
      stat !== undefined
    ).map((stat) => parseFloat(sizeOf(stat)));
    return drawn.some((size, index) => size > (drawn[index - 1] ?? Infinity))
      ? [`values of ${drawn.join()}`]
      : [];
  }

  function sizeOf(stat: HTMLElement): string {
    return getComputedStyle(stat.querySelector(".kit-stat-value")!).fontSize;
  }

  /** An empty inline block stands on the baseline. */
  function baselineOf(stat: HTMLElement): number {
    const mark = document.createElement("span");
    mark.style.display = "inline-block";
    stat.querySelector(".kit-stat-value")!.prepend(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  }

  /** Colours have names, and values of bars are in a grid all beside their labels or all below. */
  function findBars(stack: Element): string[] {
    const bars = [...stack.querySelectorAll(".kit-meter")].filter(isShown);
    const unnamed = bars.filter((bar) => {
      const parts = [...bar.querySelectorAll(".kit-stacked > .kit-fill")];
      const colors = new Set(parts.map((part) => getComputedStyle(part).backgroundColor));
      return colors.size > 1 && !isShown(bar.querySelector(".kit-legend"));
    });
    const grids = Map.groupBy(bars, ({ parentElement }) => parentElement);
    const mixed = [...grids].filter(([grid]) => grid!.matches(".kit-grid")).filter(([, group]) =>
      new Set(group.map((bar) => bar.hasAttribute("data-stacked"))).size > 1
    );
    return [...unnamed.map(() => "a bar without names"), ...mixed.map(() => "bars of two forms")];
  }
}
