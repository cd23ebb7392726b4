/** Finds the widgets of a project. Loads nothing that compiles. */
import { type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
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

/**
 * Finds `widgets/<NNN>_<slug>/widget.tck.tsx` below a project folder (lifecycle specification, phase A).
 *
 * @param directory the project folder, as a real path
 */
export async function discoverWidgets(directory: string): Promise<Project> {
  const project: Project = { widgets: [], diagnostics: [] };
  const prefixes = new Map<number, string>();
  for (const name of await folderNames(join(directory, "widgets"))) {
    const { folder, file } = widgetSource(directory, name);
    const hasSource = tryStat(join(directory, file))?.isFile() ?? false;
    const parsed = parseBundleFileName(`${name}.tckb`);
    const problem = checkFolder(name, folder, hasSource, parsed, prefixes);
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

async function folderNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const folders = entries.filter((entry) =>
    // The compiler rejects the source when a link leads out of the project, and one that leads nowhere has no source.
    entry.isDirectory() || (entry.isSymbolicLink() && tryStat(join(directory, entry.name))?.isFile() !== true)
  );
  return folders.map((entry) => entry.name).sort();
}

function tryStat(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
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
