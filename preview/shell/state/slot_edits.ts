import type { SlotValues } from "../../../core/feed/mod.ts";
import type { SlotAction } from "../../../core/manifest/mod.ts";
import type { Store } from "./create_store.ts";
import type { ShellState } from "./shell_state.ts";

/**
 * Sets the slot values of a card, or removes them with null. They change neither the bundle nor the configuration
 * (preview specification, "Preview slot defaults").
 */
export function overrideSlots(store: Store<ShellState>, cardKey: string, values: SlotValues | null): void {
  const slotOverrides = new Map(store.getState().slotOverrides);
  if (values === null) slotOverrides.delete(cardKey);
  else slotOverrides.set(cardKey, values);
  store.setState({ slotOverrides });
}

/** The actions with one at another position. A position outside the list is its nearest end. */
export function moveAction(actions: readonly SlotAction[], from: number, to: number): SlotAction[] {
  const moved = [...actions];
  const [action] = moved.splice(from, 1);
  if (action !== undefined) moved.splice(Math.max(0, Math.min(to, moved.length)), 0, action);
  return moved;
}

/** The actions with some fields of one changed. A field that is undefined is removed. */
export function editAction(
  actions: readonly SlotAction[],
  index: number,
  changes: { readonly [field in keyof SlotAction]?: SlotAction[field] | undefined },
): SlotAction[] {
  return actions.map((action, at) => at === index ? withFields(action, changes) : action);
}

/**
 * Makes an action the primary one, and the former one secondary; or makes it secondary. Only a primary action keeps its
 * colour.
 */
export function promoteAction(
  actions: readonly SlotAction[],
  index: number,
  isPrimary: boolean,
): SlotAction[] {
  return actions.map((action, at) => {
    if (at === index && isPrimary) return { ...action, variant: "primary" };
    if (at !== index && !isPrimary) return action;
    return withFields(action, { variant: "secondary", color: undefined });
  });
}

/** The actions with a new one at the end, whose id no other has. */
export function addAction(actions: readonly SlotAction[]): SlotAction[] {
  const ids = new Set(actions.map(({ id }) => id));
  let number = actions.length + 1;
  while (ids.has(`action-${number}`)) number++;
  return [...actions, { id: `action-${number}`, label: "New action", href: "/", variant: "secondary" }];
}

function withFields(action: SlotAction, changes: object): SlotAction {
  const fields = Object.entries({ ...action, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as unknown as SlotAction;
}
