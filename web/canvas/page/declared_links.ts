import type { Batch } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";

/**
 * Whether a link is written in an action (`slots.actions`) of a widget's manifest. A manifest that the host rejects
 * declares none: the cloud commits manifests without checking their actions, of which a valid one has 16 at most.
 *
 * The check is in a module that the page has already fetched for its frame, and evaluates only when a link is activated.
 *
 * @param widgetId the widget whose card the link is in; null outside cards
 */
export async function isDeclaredLink(
  href: string,
  widgetId: string | null,
  batches: readonly Pick<Batch, "widgets">[],
): Promise<boolean> {
  const widget = batches.flatMap(({ widgets }) => widgets).find(({ id }) => id === widgetId);
  if (widget === undefined) return false;
  try {
    const { DailyHost } = await import("@tck/kit/host");
    const host = new DailyHost({ loader: () => Promise.reject(new Error("This page runs no widget")) });
    host.register({ hash: "", bundleUrl: "", cssUrl: "", manifest: widget.manifest });
    const { slots } = widget.manifest as unknown as WidgetManifest;
    return slots?.actions?.some((action) => action.href === href) ?? false;
  } catch {
    return false;
  }
}
