import type { Arrangement, Content } from "./arrangement.ts";
import { classOf, type SizeClass } from "./card_size.ts";
import { partsOf, visible } from "./parts.ts";
import { planBarsAlone, planBarsAndChart } from "./plan_bars.ts";
import { planCells } from "./plan_cells.ts";
import { arrangeGrids } from "./arrange_grids.ts";
import {
  BLOCKS,
  planChart,
  planColumns,
  planFeed,
  planLowChart,
  planValue,
  VALUE_FIRST,
} from "./plan_columns.ts";

/** Puts the blocks of a card beside one another that have room for it at its size. */
export function arrange(card: HTMLElement): void {
  const stack = card.firstElementChild as HTMLElement;
  clearArrangement(stack);
  const size = classOf(card);
  arrangeGrids(stack, size);
  const planOf = PLANS[size];
  const arrangement = planOf(contentOf(stack));
  if (arrangement === null) return;
  const { layout, columns, rows, areas, beside } = arrangement;
  stack.dataset.layout = layout;
  stack.style.setProperty("--kit-template", `${rows.join(" ")} / ${columns}`);
  for (const [block, area] of areas) block.style.setProperty("--kit-area", area);
  for (const part of beside) part.dataset.beside = "";
}

function clearArrangement(stack: HTMLElement): void {
  if (stack.dataset.layout === undefined) return;
  delete stack.dataset.layout;
  stack.style.removeProperty("--kit-template");
  for (const block of stack.children as HTMLCollectionOf<HTMLElement>) {
    block.style.removeProperty("--kit-area");
    delete block.dataset.beside;
  }
}

const PLANS: { readonly [size in SizeClass]: (content: Content) => Arrangement | null } = {
  row: (content) => planValue(content) ?? planColumns(content, VALUE_FIRST) ?? planLowChart(content),
  longRow: (content) => planBarsAlone(content) ?? planCells(content),
  wide: (content) => planColumns(content, BLOCKS) ?? planBarsAndChart(content) ?? planChart(content),
  feed: (content) => planFeed(content) ?? planBarsAndChart(content) ?? planChart(content),
  other: () => null,
};

function contentOf(stack: HTMLElement): Content {
  const shown = visible(partsOf(stack));
  const headline = ".kit-heading-group, h2.kit-heading";
  const hasTop = shown[0]?.matches(`.kit-header, ${headline}`) ?? false;
  const hasAbove = hasTop && (shown[1]?.matches(`.kit-callout, ${headline}`) ?? false);
  const count = Number(hasTop) + Number(hasAbove);
  return { top: shown.slice(0, count), blocks: shown.slice(count) };
}
