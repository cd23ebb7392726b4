import type { Store } from "./create_store.ts";
import type { FiredAction, ShellState } from "./shell_state.ts";

/** The number of actions that are kept. */
const MAX_ACTIONS = 50;

/** Adds an action to those that fired. */
export function recordAction(store: Store<ShellState>, action: FiredAction): void {
  const { firedActions } = store.getState();
  store.setState({ firedActions: [action, ...firedActions].slice(0, MAX_ACTIONS) });
}
