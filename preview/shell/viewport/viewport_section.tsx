import { lazy, type ReactElement, Suspense } from "react";
import { usePanelOpen } from "../controls/use_panel_open.ts";

const ViewportTools = lazy(async () => ({ default: (await import("./viewport_tools.tsx")).ViewportTools }));

/** The collapsible controls of the viewport. */
export function ViewportSection({ isResizable }: { isResizable: boolean }): ReactElement {
  const [isOpen, setOpen] = usePanelOpen("viewport", false);
  return (
    <details
      className="shell-viewport-tools"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Viewport</summary>
      {isOpen && (
        <Suspense>
          <ViewportTools isResizable={isResizable} />
        </Suspense>
      )}
    </details>
  );
}
