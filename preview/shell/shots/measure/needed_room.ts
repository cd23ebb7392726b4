import { fitContent } from "../../../../web/tck/blocks/fit/mod.ts";

/**
 * How many more CSS pixels of height a card needs until it shows each of some parts: the kit fits the content again, with
 * more and more room below, as if something above them were lower. The card is as before afterwards.
 *
 * @param stack the content of the kit's `Card`
 * @param parts each says whether it is shown
 * @param most the room in which everything is shown that has a place at this size
 * @returns null for a part that no room shows
 */
export function findNeededRoom(
  stack: HTMLElement,
  parts: readonly (() => boolean)[],
  most: number,
): (number | null)[] {
  const card = stack.parentElement!;
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
