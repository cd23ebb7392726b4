import * as kit from "@tck/kit";
import { renderToString } from "react-dom/server";
import { resolveSlots } from "../../../core/feed/mod.ts";
import type { JsonObject, WidgetManifest } from "../../../core/manifest/mod.ts";

/** One way to show a widget. */
export interface Rendering {
  size: kit.WidgetSize;
  /** The name of the state, or null for the manifest's `defaultState`. */
  state: string | null;
  locale: string;
}

/**
 * Renders a widget once for each of its sizes, states and languages, as a host would (lifecycle specification, D.5).
 *
 * @param onError called with each rendering that throws, also inside a suspense boundary
 */
export function renderAll(
  Component: kit.WidgetComponent,
  manifest: WidgetManifest,
  onError: (rendering: Rendering, error: unknown) => void,
): void {
  const states: [string | null, JsonObject][] = [[null, manifest.defaultState ?? {}]];
  states.push(...Object.entries(manifest.states ?? {}));
  for (const size of new Set(manifest.sizes)) {
    for (const [name, state] of states) {
      for (const locale of new Set(manifest.languages ?? ["en"])) {
        try {
          throwHidden(renderOnce(Component, manifest, { size, locale, state }));
        } catch (error) {
          onError({ size, locale, state: name }, error);
        }
      }
    }
  }
}

function renderOnce(
  Component: kit.WidgetComponent,
  manifest: WidgetManifest,
  { size, locale, state }: { size: kit.WidgetSize; locale: string; state: JsonObject },
): string {
  const context: kit.WidgetContext = {
    instanceId: manifest.id,
    manifest,
    theme: "light",
    locale,
    timeZone: "UTC",
    size,
    slots: resolveSlots(manifest.slots),
    portalTarget: null,
    agent: null,
    getDoc: () => ({ state, version: 0 }),
    applyPatch() {
      throw new kit.ReadOnlySurfaceError(manifest.id);
    },
  };
  return renderToString(
    <kit.WidgetContextProvider value={context}>
      <Component />
    </kit.WidgetContextProvider>,
  );
}

/** React's build, which the bundler writes in. */
declare const process: { env: { NODE_ENV: "production" | "development" } };

/** React leaves what throws inside a suspense boundary to the browser, with a note in the markup. */
const HIDDEN_ERROR =
  /<template data-msg="Switched to client rendering because the server rendering errored:\s*([^"]*)"/;

function throwHidden(markup: string): void {
  // In production the note says neither what was thrown nor whether: what only waits is left to the browser as well.
  if (process.env.NODE_ENV === "production" && markup.includes("<!--$!-->")) {
    throw new Error("a suspense boundary is left to the browser");
  }
  const hidden = HIDDEN_ERROR.exec(markup);
  if (hidden) throw new Error(unescapeMarkup(hidden[1]!));
}

function unescapeMarkup(text: string): string {
  const characters: { [entity: string]: string } = { quot: '"', lt: "<", gt: ">", amp: "&", "#x27": "'" };
  return text.replaceAll(/&(quot|lt|gt|amp|#x27);/g, (_, entity: string) => characters[entity]!);
}
