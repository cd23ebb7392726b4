/** Finds the widgets of a project. Loads nothing that compiles. */
import { type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findWidgets, type Project, widgetSource } from "./find_widgets.ts";

export { type Project, WIDGET_SOURCE, type WidgetSource, widgetSource } from "./find_widgets.ts";

/**
 * Finds `widgets/<NNN>_<slug>/widget.tck.tsx` below a project folder (lifecycle specification, phase A).
 *
 * @param directory the project folder, as a real path
 */
export async function discoverWidgets(directory: string): Promise<Project> {
  const names = await folderNames(join(directory, "widgets"));
  const hasSource = (name: string) =>
    tryStat(join(directory, widgetSource(directory, name).file))?.isFile() ?? false;
  return findWidgets(directory, names.map((name) => ({ name, hasSource: hasSource(name) })));
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
