/**
 * What React would take for elements of the page, in a card.
 *
 * @module
 */

/** Creates an element of a type with props, and what else React's functions take. */
type Create = (type: unknown, props: { [name: string]: unknown } | null, ...rest: unknown[]) => unknown;

/**
 * Makes the names of React that widgets get in place of its own, so that what a card renders stays in the card. It needs
 * nothing of its module: a page that has the development build of React gets it as a text.
 *
 * @param react exports of React, whichever of its modules they are from
 */
export function keepElementsInCard(react: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  // React moves these into the head of the page, from wherever they are rendered: a card would have the title and the metadata
  // of the page. With `itemProp` they stay where they are.
  const moved = new Set<unknown>(["title", "meta", "link", "script", "style"]);
  // For React these are the elements that the page has already: a card would have the attributes of the page's own.
  const ofThePage = new Set<unknown>(["html", "head", "body"]);
  const creating = ["jsx", "jsxs", "jsxDEV", "createElement"];
  const addingToHead = ["prefetchDNS", "preconnect", "preload", "preloadModule", "preinit", "preinitModule"];
  const keep = (create: unknown): Create => (type, props, ...rest) =>
    (create as Create)(
      ofThePage.has(type) ? "div" : type,
      moved.has(type) ? { itemProp: "", ...props } : props,
      ...rest,
    );
  const names = Object.keys(react);
  return Object.fromEntries([
    ...names.filter((name) => creating.includes(name)).map((name) => [name, keep(react[name])]),
    ...names.filter((name) => addingToHead.includes(name)).map((name) => [name, () => {}]),
  ]);
}
