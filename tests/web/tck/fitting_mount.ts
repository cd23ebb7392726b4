import type { Root } from "react-dom/client";
import type { WidgetSize } from "../../../core/contract/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";

declare global {
  /** What renders the views that are in the page. */
  var viewRoots: Root[];
}

/** A size in which a view is mounted. */
export interface ViewCard {
  readonly size: WidgetSize;
  /** The width of the card in CSS pixels, by default the page's. */
  readonly width?: number;
}

/** A widget to mount in every size. */
export interface ViewWidget {
  readonly locale: string;
  readonly hash: string;
  readonly manifest: WidgetManifest;
}

/**
 * Runs in the page: mounts each widget in each size as the canvas does, instead of what has been mounted before. The widgets are passed as text, because Playwright's argument type recurses endlessly on JSON.
 */
export async function mountViews(
  { json, cards, strict }: { json: string; cards: readonly ViewCard[]; strict: boolean },
): Promise<void> {
  const { React, createRoot, host: { DailyHost }, mount: { mountHost, WidgetMount } } = globalThis.probe;
  globalThis.control ??= mountHost(document, { theme: "light", hostCssUrl: "/__tck/v1/style.css" });
  globalThis.control.setTheme("light");
  for (const root of globalThis.viewRoots ?? []) root.unmount();
  globalThis.viewRoots = [];
  document.querySelector("main")?.remove();
  scrollTo(0, 0);
  const main = document.body.appendChild(document.createElement("main"));
  const host = new DailyHost({ loader: (url) => import(url) });
  const widgets: ViewWidget[] = JSON.parse(json);
  const views = await Promise.all(widgets.map(createView));
  for (const view of views) {
    const root = createRoot(main.appendChild(document.createElement("section")));
    globalThis.viewRoots.push(root);
    root.render(React.createElement(strict ? React.StrictMode : React.Fragment, null, ...view));
  }
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
  const count = widgets.length * cards.length;
  while (document.querySelectorAll('article[data-state="mounted"]').length < count) await nextFrame();
  await document.fonts.ready;

  async function createView({ locale, hash, manifest }: ViewWidget) {
    host.register({ hash, manifest, bundleUrl: `/api/widgets/v1/${hash}/widget.mjs` });
    return await Promise.all(cards.map(async ({ size, width }, row) => {
      const widgetId = `${manifest.id}-${row + 1}`;
      const position = { col: 0, row };
      const instance = await host.mountWidget({ manifestId: manifest.id, hash, widgetId, position });
      const props = { instance, control: globalThis.control, mode: "inline" as const, locale, size };
      const card = React.createElement(WidgetMount, props);
      return React.createElement("div", { key: row, style: { width } }, card);
    }));
  }
}
