import type { DevEnvironment, EnvironmentModuleNode, Plugin } from "vite";
import type { PreviewModel } from "../../model/mod.ts";
import { acceptOwnUpdates } from "../vite_internals.ts";

/** Reports edits of the project's sources to the model. Vite's watcher sees them, and its module graph has the importers. */
export function reportSourceEdits(model: PreviewModel): Plugin {
  const project = model.sourceDirectory;
  const folder = `${project}/widgets`;
  const isWidgetSource = (path: string) => model.widgets.some(({ file }) => `${project}/${file}` === path);
  return {
    name: "tck:source-edits",
    configureServer({ watcher }) {
      watcher.add(folder);
      watcher.on("all", (event, path) => {
        if (event !== "change" && path.replaceAll("\\", "/").startsWith(folder)) model.sourceTreeChanged();
      });
    },
    hotUpdate: {
      order: "post",
      handler({ file, type, modules }) {
        if (this.environment.name !== "client") return;
        if (type === "delete" && isWidgetSource(file)) return []; // The page gets the new list of widgets.
        if (type === "delete") resolveAgain(this.environment, modules);
        modules.forEach(acceptOwnUpdates);
        model.sourceEdited(file, importersOf(modules));
      },
    },
  };
}

/** Has what imports some modules find its imports again: `./part` may be another file by now, and Vite keeps the former one. */
function resolveAgain(
  { moduleGraph }: DevEnvironment,
  modules: readonly EnvironmentModuleNode[],
): void {
  for (const importer of modules.flatMap(({ importers }) => [...importers])) {
    moduleGraph.invalidateModule(importer);
  }
}

/** The files of some modules and of all modules that import them. */
function importersOf(modules: readonly EnvironmentModuleNode[]): Set<string> {
  const seen = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode) => {
    if (seen.has(module)) return;
    seen.add(module);
    module.importers.forEach(visit);
  };
  modules.forEach(visit);
  return new Set([...seen].flatMap(({ file }) => file ?? []));
}
