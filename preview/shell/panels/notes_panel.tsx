import type { ReactElement } from "react";
import { useCanvasView } from "../canvas/use_canvas_view.ts";

/** The developer's notes on the open feed or grid, as plain text. */
export function NotesPanel(): ReactElement {
  return <p className="shell-notes">{useCanvasView()?.notes}</p>;
}
