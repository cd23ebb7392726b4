import type { FeedView, PreviewHostContext, PublicBundle } from "../../protocol.ts";

/** The context of a bundle's card in a feed or grid, from the configuration. */
export function findContext(
  { contexts = {} }: FeedView,
  { id }: PublicBundle,
): PreviewHostContext | undefined {
  return Object.hasOwn(contexts, id) ? contexts[id] : undefined;
}
