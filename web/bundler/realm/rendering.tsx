import * as kit from "@tck/kit";
import { renderToString } from "react-dom/server";
import { resolveSlots } from "../../../core/feed/mod.ts";
import type { JsonObject, WidgetManifest } from "../../../core/manifest/mod.ts";
import { agree, ContextReads, type Reads } from "./context_reads.ts";

// The widget may replace it.
const { stringify } = JSON;

/** One way to show a widget. */
export interface Rendering {
  size: kit.WidgetSize;
  /** The name of the state, or null for the manifest's `defaultState`. */
  state: string | null;
  locale: string;
}

/** A rendering with its state's value. */
interface Planned extends Rendering {
  value: JsonObject;
}

type Render = (rendering: Planned) => string | null;

/**
 * Renders a widget for each of its sizes, states and languages, as a host would (lifecycle specification, D.5). On React's
 * production build it is rendered only where it can differ from a rendering before: what it throws is told by the
 * development build, which renders it in each.
 *
 * @param onError called with each rendering that throws, also inside a suspense boundary
 */
export function renderAll(
  Component: kit.WidgetComponent,
  manifest: WidgetManifest,
  onError: (rendering: Rendering, error: unknown) => void,
): void {
  const reads = new ContextReads();
  const render: Render = ({ value, ...rendering }) => {
    try {
      return throwHidden(renderOnce(Component, reads.watch(createContext(manifest, rendering, value))));
    } catch (error) {
      onError(rendering, error);
      return null;
    }
  };
  const planned = planRenderings(manifest);
  if (process.env.NODE_ENV === "production") {
    const given = stringify(manifest);
    if (renderDiffering(planned, render, reads) && stringify(manifest) === given) return;
  }
  for (const rendering of planned) render(rendering);
}

function planRenderings(manifest: WidgetManifest): Planned[] {
  const states: [string | null, JsonObject][] = [[null, manifest.defaultState ?? {}]];
  states.push(...Object.entries(manifest.states ?? {}));
  const planned: Planned[] = [];
  for (const size of new Set(manifest.sizes)) {
    for (const [state, value] of states) {
      for (const locale of new Set(manifest.languages ?? ["en"])) {
        planned.push({ size, locale, state, value });
      }
    }
  }
  return planned;
}

/**
 * Leaves out each rendering that agrees with an earlier one in all that the earlier one has read of its context. That is
 * sound for a component that says the same of the same, as React asks of it: the last one left out is rendered to see.
 *
 * @returns false when the component is none of that kind
 */
function renderDiffering(planned: readonly Planned[], render: Render, reads: ContextReads): boolean {
  const done: (Planned & { reads: Reads; markup: string | null })[] = [];
  let last: { omitted: Planned; markup: string | null } | null = null;
  for (const rendering of planned) {
    const same = done.find((other) => agree(other.reads, other, rendering));
    if (same) {
      last = { omitted: rendering, markup: same.markup };
    } else {
      reads.take();
      const markup = render(rendering);
      done.push({ ...rendering, markup, reads: reads.take() });
    }
  }
  return last === null || render(last.omitted) === last.markup;
}

function createContext(
  manifest: WidgetManifest,
  { size, locale }: Rendering,
  state: JsonObject,
): kit.WidgetContext {
  return {
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
}

function renderOnce(Component: kit.WidgetComponent, context: kit.WidgetContext): string {
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

function throwHidden(markup: string): string {
  // In production the note says neither what was thrown nor whether: what only waits is left to the browser as well.
  if (process.env.NODE_ENV === "production" && markup.includes("<!--$!-->")) {
    throw new Error("a suspense boundary is left to the browser");
  }
  const hidden = HIDDEN_ERROR.exec(markup);
  if (hidden) throw new Error(unescapeMarkup(hidden[1]!));
  return markup;
}

function unescapeMarkup(text: string): string {
  const characters: { [entity: string]: string } = { quot: '"', lt: "<", gt: ">", amp: "&", "#x27": "'" };
  return text.replaceAll(/&(quot|lt|gt|amp|#x27);/g, (_, entity: string) => characters[entity]!);
}
