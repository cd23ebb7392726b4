import type { ShellDependencies } from "../shell_context.ts";
import { storeRailLayout } from "../state/preferences.ts";
import type { RailLayout } from "../state/rail_layout.ts";

/** Moves, resizes, shows or hides the rail, also for later visits. */
export function changeRail(
  { store, storage }: Pick<ShellDependencies, "store" | "storage">,
  change: Partial<RailLayout>,
): void {
  const rail = { ...store.getState().rail, ...change };
  store.setState({ rail });
  storeRailLayout(storage, rail);
}
