import type { FeedView } from "../../protocol.ts";
import type { ShellState } from "./shell_state.ts";

/** Finds the open feed or grid: the one in the URL, or the first of the tab. */
export function findCanvasView({ url, server }: ShellState): FeedView | null {
  const views = url.canvasTab === "feed" ? server.feeds : server.grids;
  if (url.canvasView === null) return views[0] ?? null;
  return views.find(({ id }) => id === url.canvasView) ?? null;
}
