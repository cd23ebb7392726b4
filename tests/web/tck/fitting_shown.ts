import type { Page } from "playwright-core";

/** The indices of cards, in the order in which they are shown. */
export const [SQUARE, WIDE_ROW, LARGE_SQUARE, LONG_ROW, WIDE, LARGEST] = [0, 1, 2, 3, 4, 5];

/** What a card shows. */
export interface Shown {
  readonly rows: { text: string; hasDetail: boolean; isCurrent: boolean }[];
  /** The count of the rows that are left out. */
  readonly more: string;
  readonly value: boolean;
  /** How many rows, details and blocks are left out. */
  readonly losses: number;
  /** Whether a row that is left out would fit. */
  readonly hasRoom: boolean;
}

/** What cards show at each height of a range, by steps of ten pixels. All of them have the same height at a time. */
export async function showAtHeights(
  page: Page,
  cards: number | readonly number[],
  from: number,
  to: number,
): Promise<(Shown & { card: number; height: number })[]> {
  const shown: (Shown & { card: number; height: number })[] = [];
  const indices = [cards].flat();
  for (let height = from; height <= to; height += 10) {
    await setHeight(page, indices, height);
    const read = await page.evaluate(readRows, indices);
    shown.push(...read.map((each, at) => ({ ...each, card: indices[at]!, height })));
  }
  return shown;
}

export async function readAtHeight(page: Page, index: number, height: number): Promise<Shown> {
  await setHeight(page, [index], height);
  return (await page.evaluate(readRows, [index]))[0]!;
}

/** Gives cards a height and waits until they have fitted their content: in the frame after that in which they see it. */
export async function setHeight(page: Page, cards: readonly number[], height: number): Promise<void> {
  await page.evaluate(async ({ cards, height }) => {
    const frames = document.querySelectorAll<HTMLElement>(".tck-card-frame");
    for (const card of cards) frames[card]!.style.blockSize = `${height}px`;
    for (let count = 0; count < 3; count++) await new Promise((done) => requestAnimationFrame(done));
  }, { cards, height });
}

/** Runs in the page: what some cards show, or all. */
export function readRows(cards: readonly number[] | void): Shown[] {
  const isShown = (element: Element | null) => element !== null && element.getClientRects().length > 0;
  const hasRoomForRow = (stack: Element, [next, ...others]: Element[]) => {
    if (next?.getAttribute("data-dropped") == null || !isShown(next.parentElement)) return false;
    const more = next.parentElement!.querySelector(".kit-more")!;
    const count = more.textContent;
    next.removeAttribute("data-dropped");
    if (others.length === 0) more.textContent = "";
    const ends = [...stack.querySelectorAll("*")].filter(isShown).map((part) =>
      part.getBoundingClientRect().bottom
    );
    next.setAttribute("data-dropped", "");
    more.textContent = count;
    return Math.max(...ends) <= stack.getBoundingClientRect().bottom + 1;
  };
  const articles = [...document.querySelectorAll("article")];
  return (cards?.map((card) => articles[card]!) ?? articles).map(({ shadowRoot }) => {
    const stack = shadowRoot!.querySelector(".kit-card > .kit-stack")!;
    const all = [...stack.querySelectorAll(".kit-item, .kit-event")];
    const shown = all.filter(isShown);
    const hidden = [
      ...all,
      ...stack.querySelectorAll(
        ".kit-item-detail, .kit-stat, .kit-stat-detail, .kit-callout-text, .kit-text",
      ),
    ]
      .filter((element) => !isShown(element) || element.matches("[data-clamped]"));
    return {
      rows: shown.map((row) => ({
        text: row.querySelector(".kit-item-main, .kit-event-main")!.firstChild!.textContent!,
        hasDetail: isShown(row.querySelector(".kit-item-detail")),
        isCurrent: row.matches("[aria-current]"),
      })),
      more: stack.querySelector(".kit-more")?.textContent ?? "",
      value: isShown(stack.querySelector(".kit-stat-value")),
      losses: hidden.length,
      hasRoom: hasRoomForRow(stack, all.filter((row) => !isShown(row) && !row.matches("[data-past]"))),
    };
  });
}

/** Runs in the page: the headings of the columns that each card's table shows. */
export function readColumns(): string[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
    [...shadowRoot!.querySelectorAll("thead th")].filter((cell) => cell.getClientRects().length)
      .map(({ textContent }) => textContent).join(" ")
  );
}

/** Where a block is, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** The blocks whose boxes are read; a value is one in a stack, and a row begins at its text in `texts`. */
const BLOCKS = {
  callout: ".kit-callout",
  value: ".kit-stack > .kit-stat",
  values: ".kit-grid",
  chart: ".tck-chart",
  bar: ".kit-meter",
  names: ".kit-meter > .kit-legend",
  month: ".kit-calendar",
  heading: "h3.kit-heading",
  rows: ".kit-item",
  texts: ".kit-item-main",
} as const;

/** The boxes of the blocks that a card shows, by kind. */
export async function readBoxes(page: Page, card: number): Promise<Record<keyof typeof BLOCKS, Box[]>> {
  return await page.locator("article").nth(card).evaluate(({ shadowRoot }, blocks) => {
    const boxesOf = (selector: string): Box[] =>
      [...shadowRoot!.querySelectorAll(selector)]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => {
          const { left, right, top, bottom, height } = element.getBoundingClientRect();
          return { left, right, top, bottom, height };
        });
    return Object.fromEntries(
      Object.entries(blocks).map(([kind, selector]) => [kind, boxesOf(selector)]),
    ) as Record<keyof typeof blocks, Box[]>;
  }, BLOCKS);
}
