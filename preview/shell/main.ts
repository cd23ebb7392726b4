/**
 * The entry of the shell's page. It is small on purpose: the widget that the Stage begins with is fetched while the shell
 * itself is.
 *
 * @module
 */
import { liveWidgets } from "virtual:tck/live-widgets";
import { importModule } from "./card/import_module.ts";

declare global {
  /** Asked by the dev server's client for the exports of a module that an edit may change without a reload. */
  var __getReactRefreshIgnoredExports: (module: { id: string }) => string[];
}

// Before any widget is imported: a widget's manifest is an export that is no component.
globalThis.__getReactRefreshIgnoredExports = ({ id }) => /\.tck\.tsx$/.test(id) ? ["manifest"] : [];

prefetchWidget(new URLSearchParams(location.search));
const { bootShell } = await import("./boot.tsx");
bootShell(liveWidgets);

/** What fails here fails again for the card, which tells of it. */
function prefetchWidget(parameters: URLSearchParams): void {
  if (parameters.get("view") === "feed") return;
  const name = parameters.get("widget");
  const widget = name === null ? liveWidgets[0] : liveWidgets.find((widget) => widget.name === name);
  if (widget === undefined) return;
  for (const url of [widget.moduleUrl, widget.stylesUrl]) importModule(url).catch(() => {});
}
