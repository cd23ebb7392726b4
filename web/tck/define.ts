import type { ReactNode } from "react";
import type { JsonObject, WidgetManifest } from "../../core/manifest/mod.ts";

/** A manifest whose states have the shape `State`. */
export interface TypedManifest<State extends JsonObject = JsonObject> extends WidgetManifest {
  /** The state that `useWidgetState` returns, unless the surface provides another. */
  defaultState?: State;
  /** Named states, for preview and tests. */
  states?: { [name: string]: State };
}

/** What a widget module exports by default: a component without props. */
export type WidgetComponent = () => ReactNode;

/**
 * Returns the manifest unchanged and gives it a type: a missing, misspelt or mistyped field is a compile error. With a
 * type argument the states are checked too. The argument must be a type alias, because TypeScript does not accept an
 * interface as JSON.
 *
 * @example
 * ```ts
 * import { defineManifest } from "@tck/kit";
 * type Weather = { city: string; degrees: number };
 * export const manifest = defineManifest<Weather>({
 *   id: "weather",
 *   title: { en: "Weather", de: "Wetter" },
 *   cardType: "feed",
 *   sizes: ["fill-auto"],
 *   languages: ["en", "de"],
 *   defaultState: { city: "Berlin", degrees: 12 },
 * });
 * ```
 */
export function defineManifest<State extends JsonObject = JsonObject>(
  manifest: TypedManifest<NoInfer<State>>,
): TypedManifest<State> {
  return manifest;
}
