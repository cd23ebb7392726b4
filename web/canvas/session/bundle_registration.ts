import type { DailyHost, MountRequest } from "@tck/kit/host";
import { WIDGET_PREFIX } from "../../../core/contract/mod.ts";
import type { Widget } from "../../../core/feed/mod.ts";
import { isBundleHash } from "../../../core/naming/mod.ts";

/**
 * Registers each unique bundle hash once, with the first valid manifest of its widgets (lifecycle specification, D.4
 * step 4).
 *
 * @param mock whether the bundles are fixtures
 */
export function registerBundles(host: DailyHost, widgets: readonly Widget[], mock: boolean = false): void {
  const query = mock ? "?mock=true" : "";
  const registered = new Set<string>();
  for (const { manifest, bundle } of widgets) {
    if (registered.has(bundle.hash) || !isBundleHash(bundle.hash)) continue;
    try {
      const folder = `${WIDGET_PREFIX}${bundle.hash}/`;
      host.register({
        hash: bundle.hash,
        manifest,
        bundleUrl: `${folder}widget.mjs${query}`,
        cssUrl: `${folder}widget.css${query}`,
        propertiesCssUrl: `${folder}widget.properties.css${query}`,
      });
      registered.add(bundle.hash);
    } catch {
      // Mounting this widget fails for the same reason, and that error is reported.
    }
  }
}

/** The request to mount a widget in a row of the feed. It passes the widget's own manifest, valid or not. */
export function createMountRequest({ id, manifest, bundle }: Widget, row: number): MountRequest {
  return {
    manifestId: String(manifest?.id),
    hash: bundle.hash,
    manifest: manifest ?? null,
    widgetId: id,
    position: { col: 0, row },
  };
}
