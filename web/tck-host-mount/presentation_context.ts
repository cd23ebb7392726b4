import { ReadOnlySurfaceError, type WidgetContext } from "@tck/kit";
import type { WidgetInstance } from "@tck/kit/host";

/** The fields of a widget's context that depend on the surface; the others come from the instance. */
interface Presentation extends
  Pick<
    WidgetContext,
    "theme" | "locale" | "formatLocale" | "size" | "slots" | "portalTarget" | "drawAction"
  > {
  /** Called when a widget reads the time zone: to find out the browser's takes longer than to render a small card. */
  readonly readTimeZone: () => string;
}

/**
 * The context of a widget on a read-only surface (lifecycle specification, D.5 step 5). Being read-only is a property of
 * the surface and applies to every widget on it.
 */
export function createPresentationContext(
  instance: WidgetInstance,
  { readTimeZone, ...presentation }: Presentation,
): WidgetContext {
  const { instanceId, manifest } = instance;
  return {
    ...presentation,
    get timeZone() {
      return readTimeZone();
    },
    instanceId,
    manifest,
    agent: null,
    getDoc: () => instance.getDoc(),
    applyPatch() {
      throw new ReadOnlySurfaceError(instanceId);
    },
  };
}
