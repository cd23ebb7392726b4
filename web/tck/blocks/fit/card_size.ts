/** In font sizes of the page, as the queries of the styles. */
const BOUNDS = { narrow: 12, row: 18, feed: 34, wide: 40, low: 11, large: 34 } as const;

/** The classes of sizes in which blocks are beside one another: two and four columns wide, or as high as the content. */
export type SizeClass = "row" | "longRow" | "wide" | "feed" | "other";

export function classOf(card: HTMLElement): SizeClass {
  const { width, height } = sizeOf(card);
  if (!isDefinite(card)) return width >= BOUNDS.feed ? "feed" : "other";
  if (width <= BOUNDS.row || height >= BOUNDS.large) return "other";
  if (height < BOUNDS.low) return width > BOUNDS.wide ? "longRow" : "row";
  return width > BOUNDS.wide ? "wide" : "other";
}

/** Whether the card's height is given, rather than that of its content. */
export function isDefinite(card: HTMLElement): boolean {
  return getComputedStyle(card).display === "flex" && card.clientHeight > 0;
}

/** Whether the card is one row high: then one block as it should be is better than several that are hardly legible. */
export function isLow(card: HTMLElement): boolean {
  return isDefinite(card) && sizeOf(card).height < BOUNDS.low;
}

/** Whether the card is one column wide. */
export function isNarrow(card: HTMLElement): boolean {
  return sizeOf(card).width < BOUNDS.narrow;
}

function sizeOf(card: HTMLElement): { width: number; height: number } {
  const root = parseFloat(getComputedStyle(card.ownerDocument.documentElement).fontSize);
  return { width: card.clientWidth / root, height: card.clientHeight / root };
}
