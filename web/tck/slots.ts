import type { ResolvedAction, ResolvedSlots } from "../../core/feed/mod.ts";
import type { LocalizedText } from "../../core/manifest/mod.ts";
import { useMountedContext, type WidgetContext } from "./context.tsx";
import { ReadOnlySurfaceError, WidgetKitError } from "./errors.ts";
import { quoteValue } from "./quote_value.ts";
import { findTag } from "./text_table.ts";

/** A slot action, resolved for the card's language. */
export interface WidgetAction {
  /** Its label in the card's language. */
  readonly label: string;
  /** The target of its link, or null. */
  readonly href: string | null;
  /** At most one action of a card is primary. */
  readonly variant: ResolvedAction["variant"];
  /** A CSS colour; only a primary action has one. */
  readonly color: string | null;
  /**
   * Always throws, because every surface of this version is read-only. Show the link instead.
   *
   * @throws {ReadOnlySurfaceError}
   */
  run(): never;
}

/**
 * What the host draws below the widget: the host's own values merged with the manifest's.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```ts
 * import { useFormat, useSlots } from "@tck/kit";
 * export default function Freshness() {
 *   const { updatedAt } = useSlots();
 *   const format = useFormat();
 *   return updatedAt === null ? null : format.relative(updatedAt.timestamp);
 * }
 * ```
 */
export function useSlots(): ResolvedSlots {
  return useMountedContext("useSlots").slots;
}

/**
 * One of the widget's slot actions, or null if the state does not have it (`when`) or the host has removed it. The host still
 * draws it below the card; `ActionButton` shows it in the content instead.
 *
 * @param id the `id` of an action under `slots.actions`
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `action.unknown` for an id that neither the
 * manifest nor the host declares
 *
 * @example
 * ```tsx
 * import { useAction } from "@tck/kit";
 * export default function Invitation() {
 *   const action = useAction("open");
 *   return action?.href && <a href={action.href}>{action.label}</a>;
 * }
 * ```
 */
export function useAction(id: string): WidgetAction | null {
  return findAction(useMountedContext("useAction"), id);
}

/**
 * What {@link useAction} returns, for blocks that have several actions.
 *
 * @internal
 */
export function findAction(context: WidgetContext, id: string): WidgetAction | null {
  const { instanceId, slots, manifest, locale } = context;
  const action = slots.actions.find((action) => action.id === id);
  if (action !== undefined) {
    return {
      label: findText(action.label, locale),
      href: action.href ?? null,
      variant: action.variant,
      color: action.color ?? null,
      run() {
        throw new ReadOnlySurfaceError(instanceId, id);
      },
    };
  }
  const declared = (manifest.slots?.actions ?? []).map((action) => action.id);
  if (declared.includes(id)) return null;
  throw new WidgetKitError(
    "action.unknown",
    `Cannot find action ${quoteValue(id)}: the manifest declares ${listIds(declared)} under slots.actions`,
  );
}

/**
 * The text for a language, as `useText` finds it. The host's language matching is not used because it would be four times the
 * size of the rest of the kit, and the card's locale is already one of the manifest's tags.
 */
function findText(text: LocalizedText, locale: string): string {
  if (typeof text === "string") return text;
  const tag = findTag(Object.keys(text), locale);
  return tag === undefined ? "" : text[tag]!;
}

function listIds(ids: readonly string[]): string {
  if (ids.length === 0) return "none";
  return ids.slice(0, 5).map(quoteValue).join(", ") + (ids.length > 5 ? ", …" : "");
}
