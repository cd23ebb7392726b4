import type { Store } from "./create_store.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
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

/** Forgets the messages, such as those of another widget or of a source that was edited since. */
export function forgetLog(store: Store<ShellState>): void {
  if (store.getState().log.length > 0) store.setState({ log: [] });
}

/** Whether a message is of Vite's client, not of a widget. */
export function isFromVite(text: string): boolean {
  return text.startsWith("[vite]");
}

/** How many updates are kept. */
const MAX_UPDATES = 20;

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

/** Counts an edit of the sources of some widgets. */
export function recordSourceEdits(store: Store<ShellState>, names: readonly string[]): void {
  const { sourceEdits } = store.getState();
  const counted = names.map((name) => [name, (sourceEdits.get(name) ?? 0) + 1] as const);
  store.setState({ sourceEdits: new Map([...sourceEdits, ...counted]) });
}

/** The number of actions that are kept. */
const MAX_ACTIONS = 50;

export function recordAction(store: Store<ShellState>, action: FiredAction): void {
  const { firedActions } = store.getState();
  store.setState({ firedActions: [action, ...firedActions].slice(0, MAX_ACTIONS) });
}

/** Adds the manifest of a widget that a frame has loaded; null for one that could not be loaded. */
export function recordManifest(store: Store<ShellState>, widget: string, sent: unknown): void {
  const manifest = sent === null ? null : parseManifest(sent);
  store.setState({ framedManifests: new Map(store.getState().framedManifests).set(widget, manifest) });
}
