import { fitContent } from "../../../../web/tck/blocks/fit/mod.ts";

/**
 * How many more CSS pixels of height a card needs until it shows each of some parts: the kit fits the content again, with
 * more and more room below, as if something above them were lower. The card is as before afterwards.
 *
 * @param stack the content of the kit's `Card`
 * @param parts each says whether it is shown
 * @param most as many pixels are tried
 * @returns null for a part that these do not show
 */
export function findNeededRoom(
  stack: HTMLElement,
  parts: readonly (() => boolean)[],
  most: number,
): (number | null)[] {
  const card = stack.parentElement!;
  const putBack = takeOutFarItems(stack);
  const tried = new Map<number, readonly boolean[]>();
  const isShown = (part: number, pixels: number) => {
    const known = tried.get(pixels);
    if (known !== undefined) return known[part]!;
    stack.style.setProperty("margin-block-end", `${-pixels}px`);
    fitContent(card);
    const shown = parts.map((isShown) => isShown());
    tried.set(pixels, shown);
    return shown[part]!;
  };
  try {
    return parts.map((_, part) =>
      isShown(part, most) ? findLeast((pixels) => isShown(part, pixels), most) : null
    );
  } finally {
    stack.style.removeProperty("margin-block-end");
    if (stack.getAttribute("style") === "") stack.removeAttribute("style");
    putBack();
    fitContent(card);
  }
}

/** The least number above 0 that is enough. @param most one that is enough */
function findLeast(isEnough: (pixels: number) => boolean, most: number): number {
  let [few, enough] = [0, most];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

/** As many items of a list before and after those that are shown can be in the room that is tried. */
const NEAR_ITEMS = 50;

/**
 * Each trial computes the styles of all items, also of those that no trial shows: they are taken out. Returns a function that
 * puts them back.
 */
function takeOutFarItems(stack: HTMLElement): () => void {
  const far = [...stack.querySelectorAll(".kit-list")].flatMap((list) => {
    const items = [...list.querySelectorAll(":scope > li:not(.kit-more)")];
    const isShown = (item: Element) => item.getClientRects().length > 0;
    const first = Math.max(0, items.findIndex(isShown) - NEAR_ITEMS);
    const last = Math.max(0, items.findLastIndex(isShown)) + NEAR_ITEMS;
    return [...items.slice(0, first), ...items.slice(last + 1)];
  });
  const places = far.map((item) => ({ item, parent: item.parentNode!, next: item.nextSibling }));
  for (const item of far) item.remove();
  return () => {
    for (const { item, parent, next } of places.reverse()) parent.insertBefore(item, next);
  };
}
