import { type ElementPath, SHADOW_ROOT } from "../../../shots.ts";

/** The path from the article of a card to an element in it, or in its shadow roots. */
export function pathTo(element: Element, article: Element, card: number): ElementPath {
  const steps: number[] = [];
  let at = element;
  while (at !== article) {
    const parent = at.parentNode;
    if (parent instanceof ShadowRoot) {
      steps.push([...parent.children].indexOf(at), SHADOW_ROOT);
      at = parent.host;
    } else if (parent instanceof Element) {
      steps.push([...parent.children].indexOf(at));
      at = parent;
    } else break;
  }
  return [card, ...steps.reverse()];
}
