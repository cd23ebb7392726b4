import { type ReactElement, Suspense } from "react";
import { ShellBoundary } from "../shell_boundary.tsx";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { storeOpenPanels } from "../state/preferences.ts";
import type { Panel } from "./panel.ts";
import { PANELS } from "./registry.ts";

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
  const { store, storage } = useShellDependencies();
  const shown = useShell(isShown);
  const open = useShell(({ openPanels }) => openPanels[id] ?? isInitiallyOpen);
  if (!shown) return null;
  const toggle = (isOpen: boolean) => {
    if (isOpen === open) return;
    const openPanels = { ...store.getState().openPanels, [id]: isOpen };
    store.setState({ openPanels });
    storeOpenPanels(storage, openPanels);
  };
  return (
    <details
      className="shell-panel"
      data-panel={id}
      open={open}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
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
