import * as kit from "@tck/kit";
import { renderToString } from "react-dom/server";
import { resolveSlots } from "../../../../core/feed/mod.ts";
import type { JsonObject, WidgetManifest } from "../../../../core/manifest/mod.ts";
import { findThrown, forgetThrown } from "./element_places.ts";

/** One way to show a widget. */
export interface Rendering {
  size: kit.WidgetSize;
  /** The name of the state, or null for the manifest's `defaultState`. */
  state: string | null;
  locale: string;
}

/**
 * Renders a widget in each of its sizes, states and languages, as a host would (lifecycle specification, D.5).
 *
 * @param onBegin called before each rendering
 * @param onError called with each rendering that throws, also inside a suspense boundary
 */
export function renderAll(
  Component: kit.WidgetComponent,
  manifest: WidgetManifest,
  onBegin: (rendering: Rendering) => void,
  onError: (rendering: Rendering, error: unknown) => void,
): void {
  const states: [string | null, JsonObject][] = [[null, manifest.defaultState ?? {}]];
  states.push(...Object.entries(manifest.states ?? {}));
  for (const size of new Set(manifest.sizes)) {
    for (const [state, value] of states) {
      for (const locale of new Set(manifest.languages ?? ["en"])) {
        const rendering = { size, state, locale };
        onBegin(rendering);
        forgetThrown();
        try {
          renderOnce(Component, createContext(manifest, rendering, value));
        } catch (error) {
          onError(rendering, error);
        }
      }
    }
  }
}

/** The context that a host gives to a card. */
export function createContext(
  manifest: WidgetManifest,
  { size, locale }: Omit<Rendering, "state">,
  state: JsonObject,
  timeZone: string = "UTC",
): kit.WidgetContext {
  return {
    instanceId: manifest.id,
    manifest,
    theme: "light",
    locale,
    timeZone,
    size,
    slots: resolveSlots(manifest.slots, {}, {}, state),
    portalTarget: null,
    agent: null,
    getDoc: () => ({ state, version: 0 }),
    applyPatch() {
      throw new kit.ReadOnlySurfaceError(manifest.id);
    },
  };
}

function renderOnce(Component: kit.WidgetComponent, context: kit.WidgetContext): void {
  const markup = renderToString(
    <kit.WidgetContextProvider value={context}>
      <Component />
    </kit.WidgetContextProvider>,
  );
  const hidden = HIDDEN_ERROR.exec(markup);
  if (!hidden) return;
  const message = unescapeMarkup(hidden[1]!.trimStart());
  throw findThrown(message) ?? new Error(message);
}

/** React leaves what throws inside a suspense boundary to the browser; its development build notes the error in the markup. */
const HIDDEN_ERROR =
  /<template data-msg="Switched to client rendering because the server rendering errored:([^"]*)"/;

function unescapeMarkup(text: string): string {
  const characters: { [entity: string]: string } = { quot: '"', lt: "<", gt: ">", amp: "&", "#x27": "'" };
  return text.replaceAll(/&(quot|lt|gt|amp|#x27);/g, (_, entity: string) => characters[entity]!);
}
