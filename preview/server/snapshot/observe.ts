import type { PageElement } from "../../shots.ts";
import type { OpenPreview } from "../start.ts";
import type { Photograph } from "./camera/camera.ts";
import type { ElementPlace, Observation } from "./report/report.ts";

/** How many components around an element are reported. */
const MAX_COMPONENTS = 3;

/** Finds an element's place in the project's sources. */
export type Locate = OpenPreview["sources"]["locate"];

/** What Chromium says of a live widget whose module, or one that it imports, does not compile. */
const FAILED_IMPORT = "Failed to fetch dynamically imported module";
const FAILED_REQUEST = "Failed to load resource";

/** Why the card of such a widget is not shown. */
export const UNLOADED = "Cannot load the widget's module: the diagnostics of the build say why";

/** What a photograph shows, with the places of its elements in the sources. */
export async function observe(photograph: Photograph, locate: Locate): Promise<Observation> {
  const { cardErrorStack, errors, violations, layout, mountMs } = photograph;
  const isUnloaded = photograph.cardError?.startsWith(FAILED_IMPORT) ?? false;
  const place = (element: PageElement | null) => placeElement(element, locate);
  return {
    cardError: isUnloaded ? UNLOADED : photograph.cardError,
    cardErrorSource: cardErrorStack === null ? null : await locate([cardErrorStack]),
    pageErrors: errors.page,
    consoleErrors: isUnloaded
      ? errors.console.filter((message) => !message.startsWith(FAILED_REQUEST))
      : errors.console,
    blocked: await Promise.all(errors.policy.map(async ({ message, ...element }) => {
      const placed = await place(element);
      return { message, element: element.selector === "" && placed?.source == null ? null : placed };
    })),
    violations: await Promise.all(violations.map(async (violation) => ({
      ...violation,
      nodes: await Promise.all(violation.nodes.map(async (node) => ({
        ...node,
        element: await place(node.element),
      }))),
    }))),
    overflow: layout?.overflow ?? null,
    layout: await Promise.all((layout?.faults ?? []).map(async ({ element, ...fault }) => ({
      ...fault,
      element: await place(element),
    }))),
    mountMs,
  };
}

async function placeElement(element: PageElement | null, locate: Locate): Promise<ElementPlace | null> {
  if (element === null) return null;
  const { selector, text, components, stacks } = element;
  const component = components.slice(0, MAX_COMPONENTS).join(" in ");
  return { selector, text, component: component === "" ? null : component, source: await locate(stacks) };
}
