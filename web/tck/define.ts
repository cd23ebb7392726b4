import type { ReactNode } from "react";
import type { JsonObject, WidgetManifest } from "../../core/manifest/mod.ts";

/** A manifest whose states are known to have the shape `State`. */
export interface TypedManifest<State extends JsonObject = JsonObject> extends WidgetManifest {
  /** The state that `useWidgetState` returns on a surface that gives no other. */
  defaultState?: State;
  /** Named states, for preview and tests. */
  states?: { [name: string]: State };
}

/** What a widget module exports by default: a component without props. */
export type WidgetComponent = () => ReactNode;

/** A component that carries its manifest. */
export interface Widget<State extends JsonObject = JsonObject> {
  (): ReactNode;
  /** The manifest it was defined with. */
  readonly manifest: TypedManifest<State>;
}

/**
 * Returns the manifest as it is, and has the compiler check it: a missing, misspelt or mistyped field is a type error.
 * With a type argument the states are checked too; the argument is a type alias, because TypeScript does not take an
 * interface for JSON.
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

/**
 * Joins a manifest and its component: the component itself, with the manifest as its property. A module that exports
 * `manifest` and a default component by hand is as good.
 *
 * @example
 * ```ts
 * import { defineManifest, defineWidget, useLocale } from "@tck/kit";
 * export const manifest = defineManifest({ id: "locale", cardType: "feed", sizes: ["fill-auto"] });
 * export default defineWidget({ manifest, component: () => useLocale() });
 * ```
 */
export function defineWidget<State extends JsonObject = JsonObject>(
  definition: { manifest: TypedManifest<State>; component: WidgetComponent },
): Widget<State> {
  return Object.assign(definition.component, { manifest: definition.manifest });
}
