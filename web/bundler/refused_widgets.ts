import { posix } from "node:path";
import { parseBundleFileName } from "../../core/naming/mod.ts";
import type { BuildOutcome } from "./build.ts";
import type { DiagnosticError } from "./diagnostic.ts";
import type { WidgetSource } from "./project.ts";

/** The paths that have changed, relative to the project, with slashes; null when any may have. */
export type ChangedPaths = ReadonlySet<string> | null;

interface Refusal {
  outcome: BuildOutcome;
  /** The widgets' folders that it has read in, and its own. */
  folders: ReadonlySet<string>;
}

/**
 * What a watched project's builds have refused: a widget is refused again unjudged as long as nothing has changed that it
 * could depend on. That is whatever is in no widget's folder, and all of each widget's folder that it reads in.
 */
export class RefusedWidgets {
  readonly #refusals = new Map<string, Refusal>();

  /** Forgets each refusal that a change could undo. */
  forget(changed: ChangedPaths): void {
    for (const [name, { folders }] of this.#refusals) {
      if (changed === null || [...changed].some((path) => concerns(folders, path))) {
        this.#refusals.delete(name);
      }
    }
  }

  /** How the widget was refused, if it still is. */
  find({ name }: WidgetSource): BuildOutcome | undefined {
    return this.#refusals.get(name)?.outcome;
  }

  /**
   * Remembers how a widget was refused, if that hangs on its files alone and it is known which they are.
   *
   * @param inputs the files that were read, relative to the project
   */
  remember(
    widget: WidgetSource,
    outcome: BuildOutcome,
    { isCertain, diagnostics }: DiagnosticError,
    inputs: Iterable<string>,
  ): void {
    // What is missing may turn up anywhere.
    const isMissing = diagnostics.some(({ code }) =>
      code === "import.unresolved" || code === "tailwind.missing"
    );
    if (!isCertain || isMissing) return;
    const folders = new Set([widget.folder]);
    for (const input of inputs) {
      const folder = widgetFolderOf(input);
      if (folder !== null) folders.add(folder);
    }
    this.#refusals.set(widget.name, { outcome, folders });
  }
}

function concerns(folders: ReadonlySet<string>, path: string): boolean {
  const folder = widgetFolderOf(path);
  return folder === null || folders.has(folder);
}

/** The widget's folder that a path is in, or is; what else is below `widgets/` belongs to none. */
function widgetFolderOf(path: string): string | null {
  const [first, name] = posix.normalize(path).split("/");
  return first === "widgets" && parseBundleFileName(`${name}.tckb`).ok ? `widgets/${name}` : null;
}
