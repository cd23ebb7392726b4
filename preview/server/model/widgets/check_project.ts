import { discoverWidgets, openBundler, type RatedDiagnostic } from "../bundler.ts";

/** How many widgets are checked at the same time. */
const MAX_PARALLEL_CHECKS = 4;

/**
 * Checks the widgets of a project as the build does.
 *
 * @param project the project folder, as a real path
 * @param only the name of the only widget to check; undefined for all
 * @returns the diagnostics of the project's folders first, then those of each widget, in the order of the widgets
 */
export async function checkProject(project: string, only?: string): Promise<readonly RatedDiagnostic[]> {
  const { widgets, diagnostics } = await discoverWidgets(project);
  const names = widgets.map(({ name }) => name).filter((name) => only === undefined || name === only);
  const checked: (readonly RatedDiagnostic[])[] = [];
  const bundler = openBundler();
  const queue = names.entries();
  const work = async () => {
    for (const [index, name] of queue) {
      checked[index] = (await bundler.checkWidget(project, name)).diagnostics;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_CHECKS, names.length) }, work));
  } finally {
    await bundler.close();
  }
  const found = diagnostics.map((one): RatedDiagnostic => ({ ...one, severity: "error" }));
  const all = [...found, ...checked.flat()];
  return only === undefined ? all : all.filter(({ widget }) => widget === only);
}
