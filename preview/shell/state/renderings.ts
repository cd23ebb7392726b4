import type { Store } from "./create_store.ts";
import type { Renderings, ShellState } from "./shell_state.ts";

/** How many updates are kept. */
const MAX_UPDATES = 20;

/** Adds a rendering of a card. */
export function addRendering(
  store: Store<ShellState>,
  card: string,
  phase: "mount" | "update" | "nested-update",
  milliseconds: number,
): void {
  const former = store.getState().renderings.get(card);
  const next: Renderings = phase === "mount" || former === undefined
    ? { mountMs: milliseconds, updates: 0, lastUpdatesMs: [] }
    : {
      mountMs: former.mountMs,
      updates: former.updates + 1,
      lastUpdatesMs: [milliseconds, ...former.lastUpdatesMs].slice(0, MAX_UPDATES),
    };
  store.setState({ renderings: new Map(store.getState().renderings).set(card, next) });
}
