import { type ReactElement, Suspense } from "react";
import { ShellBoundary } from "../controls/shell_boundary.tsx";
import { useShell } from "../shell_context.ts";
import { type Panel, PANELS } from "./registry.ts";
import { usePanelOpen } from "../controls/use_panel_open.ts";

/** The panels of a surface, one below the other. */
export function Rail({ surface }: { surface: "stage" | "canvas" }): ReactElement {
  return (
    <>
      {PANELS.filter((panel) => panel.surface === "both" || panel.surface === surface)
        .map((panel) => <PanelSection key={panel.id} panel={panel} />)}
    </>
  );
}

function PanelSection({ panel }: { panel: Panel }): ReactElement | null {
  const { id, title, Component, isInitiallyOpen = true, isShown = () => true } = panel;
  const shown = useShell(isShown);
  const [open, setOpen] = usePanelOpen(id, isInitiallyOpen);
  if (!shown) return null;
  return (
    <details
      className="shell-panel"
      data-panel={id}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && (
        <div className="shell-panel-body">
          <ShellBoundary part={`The panel “${title}”`}>
            <Suspense fallback={<p className="shell-hint">Loading…</p>}>
              <Component />
            </Suspense>
          </ShellBoundary>
        </div>
      )}
    </details>
  );
}
