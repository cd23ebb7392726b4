import type { ShellState } from "./shell_state.ts";
import type { FeedView, PreviewHostContext, PublicBundle } from "../../protocol.ts";
import { findCanvasView } from "./canvas_view.ts";

/** The context of a bundle's card in a feed or grid, from the configuration. */
export function findContext(
  { contexts = {} }: FeedView,
  { id }: Pick<PublicBundle, "id">,
): PreviewHostContext | undefined {
  return Object.hasOwn(contexts, id) ? contexts[id] : undefined;
}

/**
 * The feed or grid whose context the Stage's card has: the open one if it shows the widget, else the first that has a
 * context for it. A widget in the sources counts as every bundle of its name, and a bundle as itself.
 *
 * @param name the name of a live widget, or the id of a bundle
 */
export function findStageView(state: ShellState, name: string): FeedView | undefined {
  const bundles = findBundles(state, name);
  const open = state.url.canvasView === null ? null : findCanvasView(state);
  if (open !== null && bundles.some(({ id }) => open.bundleIds.includes(id))) return open;
  const { feeds, grids } = state.server;
  return [...feeds, ...grids].find((view) => findOwnContext(view, bundles) !== undefined);
}

/** The context of the Stage's card; undefined for none. */
export function findStageContext(state: ShellState, name: string): PreviewHostContext | undefined {
  const view = findStageView(state, name);
  return view && findOwnContext(view, findBundles(state, name));
}

function findBundles({ server: { bundles } }: ShellState, name: string): readonly PublicBundle[] {
  const ofId = bundles?.filter(({ id }) => id === name) ?? [];
  return ofId.length > 0
    ? ofId
    : bundles?.filter(({ label, path }) => label === name && path !== undefined) ?? [];
}

function findOwnContext(
  view: FeedView,
  bundles: readonly PublicBundle[],
): PreviewHostContext | undefined {
  return bundles.map((bundle) => findContext(view, bundle)).find((context) => context !== undefined);
}
