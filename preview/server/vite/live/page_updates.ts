import type { HotChannelClient, ViteDevServer } from "vite";
import {
  BUNDLES_CHANGED_EVENT,
  COMPILE_FAULT_WANTED_EVENT,
  LIVE_SOURCES_EDITED_EVENT,
  LIVE_STYLES_CHANGED_EVENT,
  LIVE_WIDGETS_CHANGED_EVENT,
  LIVE_WIDGETS_KNOWN_EVENT,
} from "../../../protocol.ts";
import type { PreviewModel } from "../../model/mod.ts";
import type { LiveStylesheets } from "./live_stylesheets.ts";
import { findLiveWidget, listLiveWidgets, stylesModuleOf, WIDGETS_MODULE } from "./live_widgets.ts";
import { rememberFault, updateApplied } from "../vite_internals.ts";

/**
 * Sends the changes of the model to the pages. Modules of widgets are not among them: Vite updates those itself.
 *
 * @param onPage called when a page has loaded the shell
 * @returns ends it
 */
export function sendPageUpdates(
  { environments: { client } }: ViteDevServer,
  model: PreviewModel,
  stylesheets: LiveStylesheets,
  onPage: () => void,
): () => void {
  const { moduleGraph, hot } = client;
  const invalidate = (id: string) => {
    const module = moduleGraph.getModuleById(id);
    if (module) moduleGraph.invalidateModule(module);
  };

  const sendStyles = async (name: string) => {
    const widget = findLiveWidget(model, name);
    const styles = widget ? await stylesheets.update(client, widget) : null;
    if (styles === null) return;
    invalidate(`\0${stylesModuleOf(name)}`);
    hot.send(LIVE_STYLES_CHANGED_EVENT, styles);
  };

  // Stylesheets are sent in the order of the edits.
  let stylesSent: Promise<unknown> = Promise.resolve();

  const answerKnown = (known: unknown, page: HotChannelClient) => {
    onPage();
    const widgets = listLiveWidgets(model);
    if (JSON.stringify(known) !== JSON.stringify(widgets)) {
      page.send({ type: "custom", event: LIVE_WIDGETS_CHANGED_EVENT, data: widgets });
    }
  };
  hot.on(LIVE_WIDGETS_KNOWN_EVENT, answerKnown);

  const readFault = rememberFault(hot);
  const answerFault = (_event: unknown, page: HotChannelClient) => {
    const fault = readFault();
    if (fault !== null) page.send(fault);
  };
  hot.on(COMPILE_FAULT_WANTED_EVENT, answerFault);

  const endUpdates = model.subscribe((change) => {
    switch (change.type) {
      case "bundles":
        hot.send(BUNDLES_CHANGED_EVENT);
        break;
      case "widgets":
        invalidate(`\0${WIDGETS_MODULE}`);
        hot.send(LIVE_WIDGETS_CHANGED_EVENT, listLiveWidgets(model));
        break;
      case "sources":
        void updateApplied().then(() => hot.send(LIVE_SOURCES_EDITED_EVENT, change.names));
        stylesSent = stylesSent.then(updateApplied).then(() => Promise.all(change.names.map(sendStyles)));
    }
  });
  return () => {
    hot.off(LIVE_WIDGETS_KNOWN_EVENT, answerKnown);
    hot.off(COMPILE_FAULT_WANTED_EVENT, answerFault);
    endUpdates();
  };
}
