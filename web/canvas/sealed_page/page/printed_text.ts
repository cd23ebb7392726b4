/**
 * The sizes of text while a page is printed.
 *
 * In Firefox 153 a text whose size depends on a container keeps, on paper, the line of the size that it had before its
 * container was measured, so that a large figure is cut. A size in pixels has its line at once.
 *
 * @module
 */

/** Gives every text of the cards its size in pixels while the page is printed. */
export function fixTextWhilePrinting(cards: () => Iterable<Element>): void {
  let fixed: readonly FixedText[] = [];
  globalThis.addEventListener("beforeprint", () => {
    fixed = [...cards()].flatMap(({ shadowRoot }) => shadowRoot === null ? [] : findOwnSizes(shadowRoot));
    for (const { style, size } of fixed) style.setProperty("font-size", size, "important");
  });
  globalThis.addEventListener("afterprint", () => {
    for (const { style, former, priority } of fixed) style.setProperty("font-size", former, priority);
    fixed = [];
  });
}

/** A text with a size of its own, and what its attribute `style` says of it otherwise. */
interface FixedText {
  readonly style: CSSStyleDeclaration;
  readonly size: string;
  readonly former: string;
  readonly priority: string;
}

/** The elements of a card whose size of text is not that of their parents. */
function findOwnSizes(root: ShadowRoot): FixedText[] {
  return [...root.querySelectorAll<HTMLElement | SVGElement>("*")].flatMap((element) => {
    const size = getComputedStyle(element).fontSize;
    if (size === getComputedStyle(element.parentElement ?? root.host).fontSize) return [];
    const { style } = element;
    return [{
      style,
      size,
      former: style.getPropertyValue("font-size"),
      priority: style.getPropertyPriority("font-size"),
    }];
  });
}
