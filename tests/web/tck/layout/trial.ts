import type { Page } from "playwright-core";
import type { KeptPlan } from "../../../../web/tck/layout/kept_plan.ts";

/** What the view `trial` shows: a header and blocks below it. */
export interface Trial {
  readonly title?: string;
  readonly end?: string;
  readonly hasIcon?: boolean;
  readonly blocks: readonly TrialBlock[];
}

/** A block by its kind, with so many rows, or a value of so many digits, or a background of so many pixels. */
export interface TrialBlock {
  readonly kind:
    | "stat"
    | "list"
    | "ranking"
    | "timeline"
    | "steps"
    | "doses"
    | "picks"
    | "lots"
    | "table"
    | "scores"
    | "chart"
    | "bar"
    | "callout"
    | "text"
    | "badge"
    | "image"
    | "icon"
    | "div"
    | "background"
    | "bars"
    | "parts"
    | "depths";
  readonly count?: number;
  readonly hasDetail?: boolean;
}

/** What a card shows of a trial. */
export interface TrialCard {
  readonly shape: string;
  /** Whether each piece is shown, the most important first. */
  readonly pieces: readonly boolean[];
  /** The number of rows that each block shows; 1 for a block without rows, 0 where it is left out. */
  readonly blocks: readonly number[];
  /** The size of the first value. */
  readonly value: number;
}

/** Shows a trial in all cards. */
export async function showTrial(page: Page, trial: Trial): Promise<TrialCard[]> {
  await page.evaluate((trial) => {
    dispatchEvent(new CustomEvent("trial", { detail: trial }));
  }, trial as Trial & { blocks: TrialBlock[] });
  return await readTrial(page);
}

/** Gives the cards a width, or takes it back. */
export async function setWidth(
  page: Page,
  cards: readonly number[],
  width: number | null,
): Promise<TrialCard[]> {
  await page.evaluate(({ cards, width }) => {
    const frames = document.querySelectorAll<HTMLElement>(".tck-card-frame");
    for (const card of cards) frames[card]!.style.inlineSize = width === null ? "" : `${width}px`;
  }, { cards, width });
  return await readTrial(page);
}

/** Reads in the frame after that in which a card sees its size. */
async function readTrial(page: Page): Promise<TrialCard[]> {
  return await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
    return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
      const card = shadowRoot!.querySelector(".kit-card")!;
      const plan = (card as unknown as { [plan: symbol]: KeptPlan })[Symbol.for("tck.plan")]!;
      const isShown = (element: Element) => element.getClientRects().length > 0;
      const value = card.querySelector(".kit-stat-value");
      const blocks = [...card.firstElementChild!.children].slice(1);
      return {
        shape: plan.shape,
        pieces: plan.pieces.map((piece) => plan.shown.has(piece)),
        blocks: blocks.map((block) => {
          const rows = [...block.querySelectorAll(".kit-item, .kit-event, tbody > tr")];
          return rows.length === 0 ? Number(isShown(block)) : rows.filter(isShown).length;
        }),
        value: value === null ? 0 : parseFloat(getComputedStyle(value).fontSize),
      };
    });
  });
}
