import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ReadOnlySurfaceError, type WidgetContext, WidgetContextProvider } from "@tck/kit";

/** A context as during a build: there is no page, and so no portal target. */
const SERVER_CONTEXT: WidgetContext = {
  instanceId: "w_1",
  manifest: { id: "weather", cardType: "feed", sizes: ["2x1"] },
  theme: "light",
  locale: "en",
  timeZone: "UTC",
  size: "2x1",
  slots: { actions: [], updatedAt: null },
  portalTarget: null,
  agent: null,
  getDoc: () => ({ state: {}, version: 0 }),
  applyPatch() {
    throw new ReadOnlySurfaceError("w_1");
  },
};

/** Renders to markup as a build does. `context` overrides values of the default context. */
export function renderWidget(children: ReactNode, context: Partial<WidgetContext> = {}): string {
  return renderToStaticMarkup(
    <WidgetContextProvider value={{ ...SERVER_CONTEXT, ...context }}>{children}</WidgetContextProvider>,
  );
}
