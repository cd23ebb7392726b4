import type { JsonObject, ManifestSlots, SlotAction } from "../manifest/mod.ts";
import { isTimestamp } from "../naming/mod.ts";

/** When a card's content was last updated. */
export interface UpdatedAt {
  /** RFC 3339. */
  timestamp: string;
  /** Shown unchanged in place of the formatted timestamp. */
  label?: string;
}

/** The values that a host sets for a card's slots (preview specification, §2, PreviewHostContext). */
export interface SlotValues {
  /** Actions after the widget's own. */
  actions?: SlotAction[];
  /** The update time; null for none. */
  updatedAt?: UpdatedAt | null;
}

/** The resolved values of a card's slots. */
export interface ResolvedSlots {
  /** The actions in order, with unique ids; at most one without a condition is primary, and in a known state at most one. */
  actions: ResolvedAction[];
  /** The update time, or null. */
  updatedAt: UpdatedAt | null;
}

/** An action with its resolved variant. Only a primary action may have a colour. */
export interface ResolvedAction extends SlotAction {
  /** At most one action of a card is primary, once its state is known. */
  variant: "primary" | "secondary";
}

/**
 * Resolves the values of a card's slots (preview specification, §2, "Preview slot defaults").
 *
 * The host's values override the widget's: an action replaces the widget's action with the same id, any other is appended,
 * and a valid update time is used. Defaults apply only to a key that the host does not set: actions with new ids are
 * appended, and the update time fills a slot that the manifest declares as null.
 *
 * @param declared `slots` of the widget's manifest
 * @param host The values of the host's configuration
 * @param defaults The fallback values
 * @param state The state that the widget shows: actions whose condition it does not meet are left out. Without it, none is,
 * and an action with a condition stays primary beside the one that would be, until its state is known
 *
 * @example
 * ```ts
 * import { resolveSlots } from "@tck/tckb/feed";
 * resolveSlots({ updatedAt: null }, {}, { updatedAt: { timestamp: "2026-03-01T06:00:00Z" } });
 * // { actions: [], updatedAt: { timestamp: "2026-03-01T06:00:00Z" } }
 * ```
 */
export function resolveSlots(
  declared: ManifestSlots | undefined,
  host: SlotValues = {},
  defaults: SlotValues = {},
  state?: JsonObject,
): ResolvedSlots {
  const actions = listActions(declared, host, defaults);
  return {
    actions: state === undefined ? keepPossible(actions) : keepOnePrimary(actionsInState(actions, state)),
    updatedAt: resolveUpdatedAt(declared, host, defaults),
  };
}

/**
 * Makes the last primary action of a list the only one. The others become secondary and lose their colour (preview
 * specification, §2 and §8).
 *
 * @example
 * ```ts
 * import { keepOnePrimary } from "@tck/tckb/feed";
 * keepOnePrimary([
 *   { id: "a", label: "A", variant: "primary", color: "teal" },
 *   { id: "b", label: "B", variant: "primary" },
 * ]); // a is secondary and has no color, b is primary
 * ```
 */
export function keepOnePrimary(actions: readonly SlotAction[]): ResolvedAction[] {
  const primary = actions.findLastIndex((action) => action.variant === "primary");
  return actions.map((action, index) => withVariant(action, index === primary));
}

/** Keeps the primary actions of which one is the last in some state. */
function keepPossible(actions: readonly SlotAction[]): ResolvedAction[] {
  const sure = actions.findLastIndex(({ variant, when }) => variant === "primary" && when === undefined);
  return actions.map((action, index) => withVariant(action, index >= sure && action.variant === "primary"));
}

function withVariant(action: SlotAction, isPrimary: boolean): ResolvedAction {
  if (isPrimary) return { ...action, variant: "primary" };
  const { color: _color, ...plain } = action;
  return { ...plain, variant: "secondary" };
}

/**
 * The actions that a state has: those without a condition, and those whose condition (`when`) it meets.
 *
 * @param actions Actions of a manifest or of a host
 * @param state The state that the widget shows
 *
 * @example
 * ```ts
 * import { actionsInState } from "@tck/tckb/feed";
 * const actions = [{ id: "open", label: "Open", href: "/runs", when: "runs" }];
 * actionsInState(actions, { runs: ["Sunday"] }).length; // 1
 * actionsInState(actions, { runs: [] }).length; // 0
 * ```
 */
export function actionsInState<Action extends SlotAction>(
  actions: readonly Action[],
  state: JsonObject,
): Action[] {
  // Of each condition once: an object may have as many members as a manifest may have values.
  const met: { [condition: string]: boolean } = {};
  return actions.filter(({ when }) => when === undefined || (met["." + when] ??= isMet(when, state)));
}

function isMet(when: string, state: JsonObject): boolean {
  const key = when.replace(/^!/, "");
  const value = Object.hasOwn(state, key) && state[key];
  return !(Object(value) === value ? Object.keys(value as object).length : value) === (key !== when);
}

function listActions(
  declared: ManifestSlots | undefined,
  host: SlotValues,
  defaults: SlotValues,
): SlotAction[] {
  const actions = new Map<string, SlotAction>();
  for (const action of [...declared?.actions ?? [], ...host.actions ?? []]) actions.set(action.id, action);
  const fallbacks = host.actions === undefined ? defaults.actions ?? [] : [];
  for (const action of fallbacks) if (!actions.has(action.id)) actions.set(action.id, action);
  return [...actions.values()];
}

function resolveUpdatedAt(
  declared: ManifestSlots | undefined,
  host: SlotValues,
  defaults: SlotValues,
): UpdatedAt | null {
  if (host.updatedAt === null || isValid(host.updatedAt)) return host.updatedAt;
  if (declared?.updatedAt === undefined) return null;
  if (declared.updatedAt !== null) return declared.updatedAt;
  return host.updatedAt === undefined && isValid(defaults.updatedAt) ? defaults.updatedAt : null;
}

/** An invalid timestamp is not injected (preview specification, §2, context rules). */
function isValid(updatedAt: UpdatedAt | null | undefined): updatedAt is UpdatedAt {
  return updatedAt !== null && updatedAt !== undefined && isTimestamp(updatedAt.timestamp);
}
