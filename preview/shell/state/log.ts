import type { Store } from "./create_store.ts";
import type { LogMessage, ShellState } from "./shell_state.ts";

/** How many messages are kept. */
const MAX_ENTRIES = 200;

/** How long a message can be, in characters. */
const MAX_TEXT = 4_000;

/** Adds a message; one that is equal to the last is counted. */
export function addLogEntry(
  store: Store<ShellState>,
  { level, text, stack, time }: LogMessage,
): void {
  const { log } = store.getState();
  const [last, ...others] = log;
  const shown = text.slice(0, MAX_TEXT);
  if (last !== undefined && last.level === level && last.text === shown) {
    return store.setState({ log: [{ ...last, time, count: last.count + 1 }, ...others] });
  }
  const entry = { id: (last?.id ?? 0) + 1, level, text: shown, stack, time, count: 1 };
  store.setState({ log: [entry, ...log].slice(0, MAX_ENTRIES) });
}
