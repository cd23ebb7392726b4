import { parseBundleFileName } from "../../../core/naming/mod.ts";
import { diagnose, type Diagnostic, inFile } from "../diagnostic.ts";

/** The one source file that makes a folder a widget (lifecycle specification, phase A). */
export const WIDGET_SOURCE = "widget.tck.tsx";

/** What a runtime shows in place of the bytes of a file name that are not UTF-8. Nothing can be opened by such a name. */
const REPLACEMENT = "\ufffd";

/** One widget of a project, before it is built. */
export interface WidgetSource {
  /** The project folder, as a real path. */
  project: string;
  /** `<NNN>_<slug>`. */
  name: string;
  /** The folder, relative to the project: `widgets/<NNN>_<slug>`. */
  folder: string;
  /** The source file, relative to the project. */
  file: string;
}

/** What a project folder holds. */
export interface Project {
  /** The widgets in `NNN` order. */
  widgets: WidgetSource[];
  /** Folders that look like widgets and cannot be built. */
  diagnostics: Diagnostic[];
}

/** The widget of a folder below `widgets/`, whether it is there or not. */
export function widgetSource(project: string, name: string): WidgetSource {
  const folder = `widgets/${name}`;
  return { project, name, folder, file: `${folder}/${WIDGET_SOURCE}` };
}

/** A folder below `widgets/`. */
export interface WidgetFolder {
  readonly name: string;
  /** Whether `widget.tck.tsx` is in it. */
  readonly hasSource: boolean;
}

/**
 * Finds the widgets among the folders below `widgets/` (lifecycle specification, phase A).
 *
 * @param directory the project folder
 * @param folders sorted by name
 */
export function findWidgets(directory: string, folders: readonly WidgetFolder[]): Project {
  const project: Project = { widgets: [], diagnostics: [] };
  const prefixes = new Map<number, string>();
  for (const { name, hasSource } of folders) {
    const parsed = parseBundleFileName(`${name}.tckb`);
    const problem = checkFolder(name, widgetSource(directory, name).folder, hasSource, parsed, prefixes);
    if (problem) project.diagnostics.push(problem);
    else if (parsed.ok) {
      prefixes.set(parsed.position, name);
      project.widgets.push(widgetSource(directory, name));
    }
  }
  if (project.widgets.length === 0 && project.diagnostics.length === 0) project.diagnostics.push(noWidgets());
  return project;
}

function checkFolder(
  name: string,
  folder: string,
  hasSource: boolean,
  parsed: ReturnType<typeof parseBundleFileName>,
  prefixes: ReadonlyMap<number, string>,
): Diagnostic | null {
  if (!parsed.ok) return hasSource || name.includes(REPLACEMENT) ? badFolderName(name, folder) : null;
  if (!hasSource) return missingSource(name, folder);
  const twin = prefixes.get(parsed.position);
  return twin === undefined ? null : duplicatePrefix(name, folder, twin);
}

function noWidgets(): Diagnostic {
  return {
    code: "project.no_widgets",
    widget: null,
    ...inFile(null),
    message: "no widget found below widgets/",
    hint: `Write the first one as widgets/001_hello/${WIDGET_SOURCE}`,
  };
}

function badFolderName(name: string, folder: string): Diagnostic {
  const message = name.includes(REPLACEMENT)
    ? `the name "${name}" is not UTF-8`
    : `"${name}" is not named <NNN>_<slug>`;
  const hint =
    "Use three digits from 001 to 999, an underscore and a slug of a-z, 0-9 and -, such as 001_weather";
  return diagnose("widget.folder_name", { name, file: folder }, message, hint);
}

function missingSource(name: string, folder: string): Diagnostic {
  const message = `the folder holds no ${WIDGET_SOURCE}`;
  const hint = `Write ${folder}/${WIDGET_SOURCE}, or remove the folder`;
  return diagnose("widget.missing_source", { name, file: folder }, message, hint);
}

function duplicatePrefix(name: string, folder: string, twin: string): Diagnostic {
  const message = `"${name}" has the same number as "${twin}"`;
  const hint = "Give each widget a number of its own: the number is its place in the batch";
  return diagnose("widget.duplicate_prefix", { name, file: folder }, message, hint);
}
