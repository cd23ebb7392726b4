import type { Batch, Widget } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";

/**
 * Whether a link is written in an action (`slots.actions`) of a widget's manifest. A manifest that the host rejects
 * declares none: the cloud commits manifests without checking their actions, of which a valid one has 16 at most.
 *
 * @param widgetId the widget whose card the link is in; null outside cards
 */
export async function isDeclaredLink(
  href: string,
  widgetId: string | null,
  batches: readonly Pick<Batch, "widgets">[],
): Promise<boolean> {
  const widget = batches.flatMap(({ widgets }) => widgets).find(({ id }) => id === widgetId);
  return widget !== undefined && (await listDeclaredLinks([widget])).includes(href);
}

/**
 * The links that the valid ones of some manifests declare. The check is in a module that a page has already fetched for its
 * frame, and evaluates only when a link is activated.
 */
async function listDeclaredLinks(widgets: readonly Pick<Widget, "manifest">[]): Promise<string[]> {
  const { DailyHost } = await import("@tck/kit/host");
  return widgets.flatMap(({ manifest }) => {
    const host = new DailyHost({ loader: () => Promise.reject(new Error("This page runs no widget")) });
    try {
      host.register({ hash: "", bundleUrl: "", cssUrl: "", manifest });
    } catch {
      return [];
    }
    const { slots } = manifest as unknown as WidgetManifest;
    return slots?.actions?.flatMap(({ href }) => href ?? []) ?? [];
  });
}
