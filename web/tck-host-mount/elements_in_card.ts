/**
 * React moves elements of these types into the head of the page, from wherever they are rendered: a card would have the title
 * and the metadata of the page. With `itemProp` they stay where they are.
 */
const MOVED = new Set<unknown>(["title", "meta", "link", "script", "style"]);

/** For React these are the elements that the page has already: a card would have the attributes of the page's own. */
const OF_THE_PAGE = new Set<unknown>(["html", "head", "body"]);

/** Functions of `react-dom` that add elements to the head of the page. */
const ADD_TO_HEAD = [
  "prefetchDNS",
  "preconnect",
  "preload",
  "preloadModule",
  "preinit",
  "preinitModule",
] as const;

/** Creates an element of a type with props, and what else React's functions take. */
type Create = (type: unknown, props: { [name: string]: unknown } | null, ...rest: unknown[]) => unknown;

interface ReactNames {
  readonly jsx: unknown;
  readonly jsxs: unknown;
  readonly createElement: unknown;
}

/** The names of React that widgets get in place of its own, so that what a card renders stays in the card. */
export function keepElementsInCard(
  react: ReactNames,
): { [name in keyof ReactNames]: Create } & { [name in typeof ADD_TO_HEAD[number]]: () => void } {
  const keep = (create: unknown): Create => (type, props, ...rest) =>
    (create as Create)(
      OF_THE_PAGE.has(type) ? "div" : type,
      MOVED.has(type) ? { itemProp: "", ...props } : props,
      ...rest,
    );
  return {
    jsx: keep(react.jsx),
    jsxs: keep(react.jsxs),
    createElement: keep(react.createElement),
    ...Object.fromEntries(ADD_TO_HEAD.map((name) => [name, () => {}])) as {
      [name in typeof ADD_TO_HEAD[number]]: () => void;
    },
  };
}
