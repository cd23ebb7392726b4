import type { ShellState } from "./shell_state.ts";
import type { FeedView, PreviewHostContext, PublicBundle } from "../../protocol.ts";

/** The context of a bundle's card in a feed or grid, from the configuration. */
export function findContext(
  { contexts = {} }: FeedView,
  { id }: PublicBundle,
): PreviewHostContext | undefined {
  return Object.hasOwn(contexts, id) ? contexts[id] : undefined;
}

/**
 * The context of the Stage's card: that of its bundle in the open feed or grid, else in the first one that has a context
 * for it. A widget in the sources has the context of the bundle that is built from it.
 *
 * @param name the name of a live widget, or the id of a bundle
 */
export function findStageContext(
  { url: { canvasView }, server: { bundles, feeds, grids } }: Pick<ShellState, "url" | "server">,
  name: string,
): PreviewHostContext | undefined {
  const bundle = bundles?.find(({ id }) => id === name) ??
    bundles?.find(({ label, path }) => label === name && path !== undefined);
  if (bundle === undefined) return undefined;
  const views = [...feeds, ...grids];
  const open = views.filter(({ id }) => id === canvasView);
  return [...open, ...views].map((view) => findContext(view, bundle)).find((context) =>
    context !== undefined
  );
}
