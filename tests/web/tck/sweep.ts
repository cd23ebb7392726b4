import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { FITTING_CARDS, FITTING_VIEWS, type FittingView, withViews } from "./fitting.ts";

/** Views that are in the page, each in every size. The cards are in the order of the views, and of the sizes in each. */
export interface SweptViews {
  readonly page: Page;
  readonly views: readonly FittingView[];
  readonly locale: "en" | "ar";
  /** Whether the host draws an action and the update time below the widgets. */
  readonly slots: boolean;
}

/** What is asserted of every view in every size. It leaves the cards as they are. */
export interface SweepCheck {
  /** What holds, as a sentence. */
  readonly name: string;
  /** The only language in which it is asserted, by default each. */
  readonly locale?: SweptViews["locale"];
  /** Whether it is asserted only with or only without the host's slots, by default both. */
  readonly slots?: boolean;
  /** The faults, each with the name of its card. */
  findFaults(swept: SweptViews): Promise<string[]>;
}

/** How many views are in the page at once: what a card costs grows with the cards around it. */
const VIEWS_AT_ONCE = 10;

/** Defines the test that mounts every view once, in one language, without or with slots, and runs every check on them. */
export function sweep(
  { locale, slots }: Pick<SweptViews, "locale" | "slots">,
  checks: readonly SweepCheck[],
): void {
  const asserted = checks.filter((check) =>
    (check.locale ?? locale) === locale && (check.slots ?? slots) === slots
  );
  const title = `every view in every size in ${locale}, ${slots ? "with" : "without"} the host's slots`;
  Deno.test(title, async (t) => {
    await withViews(async (page, show) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      for (let first = 0; first < FITTING_VIEWS.length; first += VIEWS_AT_ONCE) {
        const views = FITTING_VIEWS.slice(first, first + VIEWS_AT_ONCE);
        await show(views, { locale, slots, strict: false });
        for (const { name, findFaults } of asserted) {
          await t.step(`${name}: ${views[0]} to ${views.at(-1)}`, async () => {
            assert.deepEqual(await findFaults({ page, views, locale, slots }), []);
          });
        }
      }
      assert.deepEqual(errors, []);
    });
  });
}

/** The place of a card among those of its view. */
export function indexOfCard(card: number): number {
  return card % FITTING_CARDS.length;
}

/** The view that a card shows. */
export function viewOfCard(views: readonly FittingView[], card: number): FittingView {
  return views[Math.floor(card / FITTING_CARDS.length)]!;
}

/** The view and the size of a card, for a fault. */
export function nameCard(views: readonly FittingView[], card: number): string {
  const { size, width } = FITTING_CARDS[indexOfCard(card)]!;
  return `${viewOfCard(views, card)}, ${size}${width === undefined ? "" : ` at ${width} px`}`;
}
