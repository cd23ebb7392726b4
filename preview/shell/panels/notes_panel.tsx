import type { ReactElement } from "react";
import { useShell } from "../shell_context.ts";
import { findCanvasView } from "../state/canvas_view.ts";

/** The developer's notes on the open feed or grid, as plain text. */
export function NotesPanel(): ReactElement {
  return <p className="shell-notes">{useShell(findCanvasView)?.notes}</p>;
}
