import { type ReactElement, Suspense } from "react";
import { ShellBoundary } from "../controls/shell_boundary.tsx";
import { useShell } from "../shell_context.ts";
import type { PanelBadge } from "./badges.ts";
import { useChecksOnSave } from "./accessibility/check_accessibility.ts";
import { type Panel, PANELS } from "./registry.ts";
import { usePanelOpen } from "../controls/use_panel_open.ts";

/** The panels of a surface, one below the other. */
export function Rail({ surface }: { surface: "stage" | "canvas" }): ReactElement {
  useChecksOnSave();
  return (
    <>
      {PANELS.filter((panel) => panel.surface === "both" || panel.surface === surface)
        .map((panel) => <PanelSection key={panel.id} panel={panel} />)}
    </>
  );
}

function PanelSection({ panel }: { panel: Panel }): ReactElement | null {
  const { id, title, Component, isInitiallyOpen = true, isShown = () => true, badge } = panel;
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
        {badge !== undefined && !open && <Badge {...badge} />}
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

/** The number that a closed panel would show. */
function Badge({ noun, count, hasError }: PanelBadge): ReactElement | null {
  const number = useShell(count);
  const isError = useShell(hasError);
  if (number === 0) return null;
  return (
    <span className="shell-badge" data-error={isError || undefined}>
      {number} <span className="shell-visually-hidden">{number === 1 ? noun : `${noun}s`}</span>
    </span>
  );
}
