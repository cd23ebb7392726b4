import type { ReactNode } from "react";
import type {
  JsonObject,
  JsonValue,
  ManifestSlots,
  SlotAction,
  WidgetManifest,
} from "../../core/manifest/mod.ts";

/**
 * `State` without what JSON cannot hold, such as functions and dates: an object type or interface of JSON is the same type.
 */
export type JsonState<State> = {
  [Key in keyof State]: State[Key] extends JsonValue | undefined ? State[Key]
    : State[Key] extends (...values: never) => unknown ? never
    : JsonState<State[Key]>;
};

/** A slot action of a widget whose state is `State`. */
export interface TypedAction<State extends object> extends SlotAction {
  /** The key of the state that the action depends on; with `!` before it, the opposite. See `SlotAction`. */
  when?: `${"" | "!"}${keyof State & string}`;
}

/** A manifest whose states have the shape `State`. */
export interface TypedManifest<State extends object = JsonObject>
  extends Omit<WidgetManifest, "cardType" | "slots" | "defaultState" | "states"> {
  /** `feed` for a card of a feed, `grid` for one of a grid. */
  cardType: "feed" | "grid";
  /** What the host draws around it. */
  slots?: Omit<ManifestSlots, "actions"> & { actions?: TypedAction<NoInfer<State>>[] };
  /** The state that `useWidgetState` returns, unless the surface provides another. */
  defaultState?: State;
  /** Named states, for preview and tests. */
  states?: { [name: string]: NoInfer<State> };
}

/** What a widget module exports by default: a component without props. */
export type WidgetComponent = () => ReactNode;

/**
 * Returns the manifest unchanged and gives it a type: a missing, misspelt or mistyped field is a compile error.
 *
 * The type of the state is that of `defaultState`, and all `states` must have it; `useWidgetState(manifest)` returns it.
 * Where a key is optional or a list is empty at first, name the type: `defineManifest<Weather>({ … })`, with an interface
 * or a type alias.
 *
 * @example
 * ```tsx
 * import { defineManifest, useWidgetState } from "@tck/kit";
 * export const manifest = defineManifest({
 *   id: "weather",
 *   title: { en: "Weather", de: "Wetter" },
 *   cardType: "feed",
 *   sizes: ["fill-auto"],
 *   languages: ["en", "de"],
 *   defaultState: { city: "Berlin", degrees: 12 },
 *   states: { frost: { city: "Oslo", degrees: -8 } },
 * });
 * export default function Weather() {
 *   const { city, degrees } = useWidgetState(manifest);
 *   return <p>{city}: {degrees} °C</p>;
 * }
 * ```
 */
export function defineManifest<State extends JsonState<State> & object = JsonObject>(
  manifest: TypedManifest<State>,
): TypedManifest<State> {
  return manifest;
}
