import type { LiveWidget } from "../../../protocol.ts";
import type { PreviewModel, ProjectWidget } from "../../model/mod.ts";
import { fileUrl, virtualModuleUrl } from "../vite_internals.ts";

/** The id of the module that exports the list of widgets. */
export const WIDGETS_MODULE = "virtual:tck/live-widgets";

/** The id prefix of the modules that export a widget's stylesheets. */
const STYLES_PREFIX = "virtual:tck/live-styles/";

/** The id of the module that exports the stylesheets of a widget. */
export function stylesModuleOf(name: string): string {
  return STYLES_PREFIX + encodeURIComponent(name);
}

/** The name of the widget whose stylesheets a module exports, or null. */
export function widgetOfStylesModule(id: string): string | null {
  return id.startsWith(STYLES_PREFIX) ? decodeURIComponent(id.slice(STYLES_PREFIX.length)) : null;
}

/** The widgets in the project's sources, with the URLs by which a page imports them. */
export function listLiveWidgets({ widgets, sourceDirectory }: PreviewModel): LiveWidget[] {
  return widgets.map((widget) => toLiveWidget(widget, sourceDirectory));
}

export function findLiveWidget(
  { widgets, sourceDirectory }: PreviewModel,
  name: string,
): LiveWidget | undefined {
  const found = widgets.find((widget) => widget.name === name);
  return found && toLiveWidget(found, sourceDirectory);
}

function toLiveWidget(widget: ProjectWidget, sourceDirectory: string): LiveWidget {
  const { name, file, diagnostics, isOutdated, summary, typesObstacle } = widget;
  const moduleUrl = fileUrl(`${sourceDirectory}/${file}`);
  return {
    name,
    file,
    moduleUrl,
    stylesUrl: virtualModuleUrl(stylesModuleOf(name)),
    diagnostics,
    isOutdated,
    summary,
    typesObstacle,
  };
}
