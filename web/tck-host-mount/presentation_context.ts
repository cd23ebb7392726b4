import { ReadOnlySurfaceError, type WidgetContext } from "@tck/kit";
import type { WidgetInstance } from "@tck/kit/host";

/** What the surface decides about a widget's context; the instance brings the rest. */
export type Presentation = Pick<
  WidgetContext,
  "theme" | "locale" | "timeZone" | "size" | "slots" | "portalTarget"
>;

/**
 * The context of a widget on a read-only surface (lifecycle specification, D.5 step 5). That nothing can be written is
 * a property of the surface: every widget on it gets the same.
 */
export function createPresentationContext(
  instance: WidgetInstance,
  presentation: Presentation,
): WidgetContext {
  const { instanceId, manifest } = instance;
  return {
    ...presentation,
    instanceId,
    manifest,
    agent: null,
    getDoc: () => instance.getDoc(),
    applyPatch() {
      throw new ReadOnlySurfaceError(instanceId);
    },
  };
}
