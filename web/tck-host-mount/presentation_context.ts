import { ReadOnlySurfaceError, type WidgetContext } from "@tck/kit";
import type { WidgetInstance } from "@tck/kit/host";

/** The fields of a widget's context that depend on the surface; the others come from the instance. */
type Presentation = Pick<
  WidgetContext,
  "theme" | "locale" | "timeZone" | "size" | "slots" | "portalTarget" | "drawAction"
>;

/**
 * The context of a widget on a read-only surface (lifecycle specification, D.5 step 5). Being read-only is a property of
 * the surface and applies to every widget on it.
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
