import type { Page } from "playwright-core";
import { formatKitLine, KIT_VERSION, type WidgetSize } from "../../../core/contract/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";
import type { WidgetFiles, WidgetSite } from "../widget_site.ts";

declare global {
  /** The ids of the cards that were shown again after a failure, in this order. */
  var recovered: string[];
}

/** A card to show: the files of its widget, the manifest's optional fields, and the presentation. */
export interface Card extends WidgetFiles {
  manifest?: Partial<WidgetManifest>;
  /** The reader's language, by default English. */
  locale?: string;
  /** The size, by default the manifest's first. */
  size?: WidgetSize;
  /** The width of the card in CSS pixels, by default the page's. */
  width?: number;
}

/**
 * Opens an empty page and mounts the cards as the canvas does, in React's strict mode. The widgets' ids are `card-1`,
 * `card-2` and so on.
 */
export async function showCards(page: Page, site: WidgetSite, cards: Card[]): Promise<void> {
  await page.goto(`${site.origin}/probe`);
  await page.waitForFunction(() => globalThis.probe !== undefined);
  const bundles = await Promise.all(
    cards.map(async ({ manifest, locale = "en", size, width, ...files }, index) => ({
      locale,
      size,
      width,
      hash: await site.addWidget(files),
      manifest: { id: `widget-${index + 1}`, cardType: "feed", sizes: ["fill-auto" as const], ...manifest },
    })),
  );
  await page.evaluate(mountCards, JSON.stringify(bundles));
}

/** Runs in the page. The bundles are passed as text, because Playwright's argument type recurses endlessly on JSON. */
async function mountCards(json: string): Promise<void> {
  type Bundle = Pick<Card, "locale" | "size" | "width"> & { hash: string; manifest: WidgetManifest };
  const bundles: Bundle[] = JSON.parse(json);
  const { React, createRoot, host: { DailyHost }, mount: { mountHost, WidgetMount } } = globalThis.probe;
  globalThis.recovered = [];
  globalThis.control = mountHost(document, { theme: "light", hostCssUrl: "/__tck/v1/style.css" });
  const host = new DailyHost({ loader: (url) => import(url) });
  const cards = await Promise.all(bundles.map(async (bundle, index) => {
    const { hash, manifest, width, ...presentation } = bundle;
    const folder = `/api/widgets/v1/${hash}/`;
    host.register({
      hash,
      manifest,
      bundleUrl: `${folder}widget.mjs`,
      cssUrl: `${folder}widget.css`,
      propertiesCssUrl: `${folder}widget.properties.css`,
    });
    const instance = await host.mountWidget({
      manifestId: manifest.id,
      hash,
      widgetId: `card-${index + 1}`,
      position: { col: 0, row: index },
    });
    const { instanceId: key } = instance;
    const onRecover = () => void globalThis.recovered.push(key);
    const props = {
      instance,
      control: globalThis.control,
      mode: "inline" as const,
      onRecover,
      ...presentation,
    };
    return React.createElement("div", { key, style: { width } }, React.createElement(WidgetMount, props));
  }));
  const root = document.body.appendChild(document.createElement("main"));
  createRoot(root).render(React.createElement(React.StrictMode, null, ...cards));
}

/** A widget module whose component returns the given expression, which may use React, `kit` and `context`. */
export function widgetModule(expression: string): string {
  return `${formatKitLine(KIT_VERSION)}
    import React from "react";
    import { createPortal } from "react-dom";
    import { jsx, jsxs } from "react/jsx-runtime";
    import * as kit from "@tck/kit";
    export default function Widget() {
      const context = kit.useWidgetContext();
      return ${expression};
    }
  `;
}
