import type { Store } from "./create_store.ts";
import type { FiredAction, LogMessage, Renderings, ShellState } from "./shell_state.ts";

/** How many messages are kept. */
const MAX_MESSAGES = 200;

/** How long a message can be, in characters. */
const MAX_MESSAGE_TEXT = 4_000;

/** Adds a message; one that is equal to the last is counted. */
export function addLogEntry(
  store: Store<ShellState>,
  { level, text, stack, time }: LogMessage,
): void {
  const { log } = store.getState();
  const [last, ...others] = log;
  const shown = text.slice(0, MAX_MESSAGE_TEXT);
  if (last !== undefined && last.level === level && last.text === shown) {
    return store.setState({ log: [{ ...last, time, count: last.count + 1 }, ...others] });
  }
  const entry = { id: (last?.id ?? 0) + 1, level, text: shown, stack, time, count: 1 };
  store.setState({ log: [entry, ...log].slice(0, MAX_MESSAGES) });
}

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

/** The number of actions that are kept. */
const MAX_ACTIONS = 50;

/** Adds an action to those that fired. */
export function recordAction(store: Store<ShellState>, action: FiredAction): void {
  const { firedActions } = store.getState();
  store.setState({ firedActions: [action, ...firedActions].slice(0, MAX_ACTIONS) });
}
