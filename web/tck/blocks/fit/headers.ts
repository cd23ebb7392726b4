import { isNarrow } from "./card_size.ts";
import { DETAILS } from "./details.ts";
import { isCut, visible } from "./parts.ts";
import { heightOfFigures } from "./room.ts";

/** As much of a header's title stays beside its end, in CSS pixels: the first letters, or all of a shorter title. */
export const LEAST_TITLE = 44;

/**
 * A header loses what is before its title, where the title is cut. Then the title gives way to the end, which is dropped
 * only where it would leave nothing of the title.
 */
export function fitHeaders(card: HTMLElement): void {
  for (const header of card.querySelectorAll<HTMLElement>(".kit-header")) {
    const { title, end } = partsOf(header);
    const start = header.querySelector<HTMLElement>(".kit-header-start");
    const isWhole = () => !isCut(title);
    const hasRoom = () => isWhole() || title.clientWidth >= LEAST_TITLE;
    if (isWhole()) continue;
    if (start !== null) start.dataset.dropped = "";
    if (isWhole()) continue;
    if (end === null || !hasRoom()) {
      if (end !== null) end.dataset.dropped = "";
      delete start?.dataset.dropped;
    }
    if (start !== null && !hasRoom()) start.dataset.dropped = "";
  }
}

function partsOf(header: HTMLElement): { title: HTMLElement; end: HTMLElement | null } {
  return { title: header.querySelector(".kit-header-title")!, end: header.querySelector(".kit-header-end") };
}

/**
 * In a card that is one column wide, the end of a header is below a title that is whole without it, unless that costs a
 * detail, an item, a block other than a text, or the lower part of a figure.
 *
 * @param fit fits the content again
 */
export function wrapHeader(card: HTMLElement, stack: HTMLElement, fit: () => void): void {
  const header = stack.querySelector<HTMLElement>(":scope > .kit-header:first-child");
  if (header === null || !isNarrow(card)) return;
  const { title, end } = partsOf(header);
  if (end === null || (!isCut(title) && end.dataset.dropped === undefined)) return;
  if (title.scrollWidth > header.clientWidth) return; // It would be cut without the end, too.
  const before = measureShown(stack);
  header.dataset.wrapped = "";
  fit();
  const after = measureShown(stack);
  const hasFigures = before.figures === 0 || after.figures >= LEAST_FIGURES;
  const isWorth = !isCut(title) && hasFigures;
  if (isWorth && after.dropped <= before.dropped && after.details >= before.details) return;
  delete header.dataset.wrapped;
  fit();
}

/** The end of a header is beside its title. */
export function unwrapHeader(stack: HTMLElement): void {
  stack.querySelector(":scope > .kit-header[data-wrapped]")?.removeAttribute("data-wrapped");
}

/** As high as that are the figures of a card, in CSS pixels, of which the header has two lines. */
const LEAST_FIGURES = 28;

/** What a card shows. */
interface Shown {
  /** The number of blocks and items that are not, or only in part, without texts that are not shown at all. */
  readonly dropped: number;
  /** The number of details that are shown. */
  readonly details: number;
  /** The height of its figures, in CSS pixels. */
  readonly figures: number;
}

function measureShown(stack: HTMLElement): Shown {
  return {
    dropped: stack.querySelectorAll("[data-dropped]:not(.kit-header *, .kit-text), [data-clamped]").length,
    details: visible([...stack.querySelectorAll<HTMLElement>(DETAILS)]).length,
    figures: heightOfFigures(stack),
  };
}
