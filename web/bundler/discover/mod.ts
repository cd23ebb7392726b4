/**
 * Finds the widgets of a project. Loads nothing that compiles.
 *
 * @module
 */
export {
  discoverWidgets,
  type Project,
  WIDGET_SOURCE,
  type WidgetSource,
  widgetSource,
} from "./discover_widgets.ts";
