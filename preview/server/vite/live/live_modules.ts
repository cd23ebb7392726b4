import type { DevEnvironment, HtmlTagDescriptor, Plugin } from "vite";
import type { PreviewModel } from "../../model/mod.ts";
import type { LiveStylesheets } from "./live_stylesheets.ts";
import { findLiveWidget, listLiveWidgets, widgetOfStylesModule, WIDGETS_MODULE } from "./live_widgets.ts";
import { AWAIT_UPDATES, KEEP_REFRESH } from "../vite_internals.ts";

/**
 * Serves the list of widgets and their stylesheets as modules, and preloads the widget of the page's address.
 *
 * @param hasFrameSites whether pages on loopback may show cards in frames of other names of it
 */
export function serveLiveModules(
  model: PreviewModel,
  stylesheets: LiveStylesheets,
  hasFrameSites: boolean,
): Plugin {
  const load = async (environment: DevEnvironment, id: string): Promise<string | null> => {
    if (id === WIDGETS_MODULE) {
      const list = `export const liveWidgets = ${JSON.stringify(listLiveWidgets(model))};`;
      const sites = `export const hasFrameSites = ${hasFrameSites};`;
      const server = "export const isSite = false;\nexport const takesVerdicts = true;";
      return [KEEP_REFRESH, list, sites, server, AWAIT_UPDATES].join("\n");
    }
    const widget = findLiveWidget(model, widgetOfStylesModule(id) ?? "");
    return widget ? `export default ${JSON.stringify(await stylesheets.load(environment, widget))};` : null;
  };
  return {
    name: "tck:live-modules",
    enforce: "pre",
    resolveId: {
      filter: { id: /^virtual:tck\/live-/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:tck\/live-/ },
      handler(id) {
        return this.environment.mode === "dev" ? load(this.environment, id.slice(1)) : null;
      },
    },
    transformIndexHtml: (_page, { originalUrl }) => preloadLinks(model, originalUrl ?? "/"),
  };
}

/** The surfaces that show no widget, or only in frames. */
const OTHER_VIEWS = ["compare", "chat", "feed", "review"];

/** Whether the page itself may show the widget, and not a frame in it. */
function showsWidget(parameters: URLSearchParams): boolean {
  const [view, chrome, mount] = ["view", "chrome", "mount"].map((name) => parameters.get(name));
  if (chrome === "none") return true;
  return chrome !== "shots" && mount !== "iframe" && !OTHER_VIEWS.includes(view ?? "stage");
}

/** Links to the modules of the widget on the Stage: the page fetches them together with the shell. */
function preloadLinks(model: PreviewModel, pageUrl: string): HtmlTagDescriptor[] {
  const parameters = new URLSearchParams(pageUrl.split("?")[1]);
  if (!showsWidget(parameters)) return [];
  const name = parameters.get("widget") ?? model.widgets[0]?.name;
  const widget = name === undefined ? undefined : findLiveWidget(model, name);
  if (widget === undefined) return [];
  return [widget.moduleUrl, widget.stylesUrl].map((href) => ({
    tag: "link",
    attrs: { rel: "modulepreload", href, "data-tck-stage": true },
  }));
}
