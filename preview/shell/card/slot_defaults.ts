import { useMemo } from "react";
import type { SlotValues } from "../../../core/feed/mod.ts";
import { useShellDependencies } from "../shell_context.ts";
import { hrefFor } from "../state/navigation.ts";

/** A link to the Stage, and the time at which the page was loaded (preview specification, "Preview slot defaults"). */
export function useCanvasSlotDefaults(bundleId: string): SlotValues {
  const { store } = useShellDependencies();
  return useMemo(() => ({
    actions: [{
      id: "tck-preview-stage",
      label: "Show on the stage",
      href: `/${hrefFor(store.getState(), { view: "stage", widget: bundleId })}`,
    }],
    updatedAt: { timestamp: new Date(performance.timeOrigin).toISOString() },
  }), [store, bundleId]);
}
