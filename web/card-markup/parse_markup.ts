import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  parseFragment,
} from "parse5";
import { LIMITS } from "../../core/contract/mod.ts";

/** Longer markup is not parsed, in UTF-16 units: the bundler writes no more bytes. */
const MAX_MARKUP_LENGTH = LIMITS.cardBytes;

/** Most elements and comments of a card's markup. */
const MAX_MARKUP_NODES = 10_000;

/** Deepest nesting of elements: browsers flatten what is deeper than 512. */
export const MAX_MARKUP_DEPTH = 200;

/** Where markup is parsed: in an element, or as the content of a template, in which cells of tables need no table. */
export type MarkupContext = "element" | "template";

/** Ends the parser. */
class LimitReached extends Error {}

/**
 * Parses markup as a browser does.
 *
 * @returns null when it exceeds a limit
 */
export function parseMarkup(
  source: string,
  context: MarkupContext,
): DefaultTreeAdapterTypes.DocumentFragment | null {
  if (source.length > MAX_MARKUP_LENGTH) return null;
  const treeAdapter = limitTree();
  const element = treeAdapter.createElement(context === "element" ? "div" : "template", HTML_NAMESPACE, []);
  if ("content" in element) {
    (element as DefaultTreeAdapterTypes.Template).content = treeAdapter.createDocumentFragment();
  }
  try {
    return parseFragment(element, source, { treeAdapter });
  } catch (error) {
    if (error instanceof LimitReached) return null;
    throw error;
  }
}

const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml" as DefaultTreeAdapterTypes.Element["namespaceURI"];

/** A tree that stops the parser when it has too many nodes, or elements are nested too deep. */
function limitTree(): typeof defaultTreeAdapter {
  let nodes = 0;
  let depth = 0;
  const count = () => {
    if (++nodes > MAX_MARKUP_NODES) throw new LimitReached();
  };
  const adapter: typeof defaultTreeAdapter & {
    onItemPush(item: DefaultTreeAdapterMap["element"]): void;
    onItemPop(item: DefaultTreeAdapterMap["element"]): void;
  } = {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      count();
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    createCommentNode(text) {
      count();
      return defaultTreeAdapter.createCommentNode(text);
    },
    onItemPush() {
      if (++depth > MAX_MARKUP_DEPTH) throw new LimitReached();
    },
    onItemPop() {
      depth--;
    },
  };
  return adapter;
}
