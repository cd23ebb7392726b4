import type { FeedView } from "../../protocol.ts";
import { useShell } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";

/** The open feed or grid. */
export function useCanvasView(): FeedView | null {
  return useShell(findCanvasView);
}
