import {
  type LiveDiagnostic,
  type LiveWidget,
  summariseManifest,
  type TypesObstacle,
} from "../../../protocol.ts";
import {
  type DiagnosticCode,
  discoverWidgets,
  mergeTypeErrors,
  type RatedCheck,
  type RatedDiagnostic,
  WIDGET_SOURCE,
} from "../bundler.ts";
import type { ChangeStream } from "../changes.ts";

export type ProjectWidget = Omit<LiveWidget, "moduleUrl" | "stylesUrl">;

/** Errors in the names of folders. The build skips such a widget. */
const NAME_ERRORS: readonly DiagnosticCode[] = ["widget.folder_name", "widget.duplicate_prefix"];

/**
 * The widgets in a project's sources (preview specification, §2): every `widgets/<folder>/widget.tck.tsx`. A folder
 * with an invalid name is listed with the diagnostic that says so.
 */
export class ProjectWidgets {
  #widgets: readonly ProjectWidget[] = [];
  #nameErrors: ReadonlyMap<string, LiveDiagnostic[]> = new Map();
  readonly #checked = new Map<
    string,
    { found: readonly RatedDiagnostic[]; summary: ProjectWidget["summary"] }
  >();
  readonly #outdated = new Set<string>();
  #types: readonly RatedDiagnostic[] = [];
  #typesObstacle: TypesObstacle | null = null;
  /** The widgets whose type errors are those of former sources. */
  readonly #outdatedTypes = new Set<string>();

  /** @param project the project folder, as a real path with forward slashes */
  constructor(private readonly project: string, private readonly changes: ChangeStream) {}

  /** The widgets, ordered by name. */
  get list(): readonly ProjectWidget[] {
    return this.#widgets;
  }

  /** Reads the folders again. @returns the widgets without a check, if the list has changed */
  async discover(): Promise<string[]> {
    const { widgets, diagnostics } = await discoverWidgets(this.project);
    const nameErrors = diagnostics.filter(({ code }) => NAME_ERRORS.includes(code));
    this.#nameErrors = new Map(
      nameErrors.map((error) => [error.widget!, [toLiveDiagnostic({ ...error, severity: "error" })]]),
    );
    const names = [...widgets.map(({ name }) => name), ...this.#nameErrors.keys()].sort();
    for (const known of [this.#checked, this.#outdated, this.#outdatedTypes]) {
      for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
    }
    if (!this.#update(names)) return [];
    return this.#widgets.filter(({ diagnostics }) => diagnostics === null).map(({ name }) => name);
  }

  /** Marks what the last checks of some widgets have found as that of former sources. */
  markOutdated(names: readonly string[]): void {
    for (const name of names) {
      this.#outdated.add(name);
      if (this.#typesOf(name).length > 0) this.#outdatedTypes.add(name);
    }
    this.#update(this.#widgets.map(({ name }) => name));
  }

  /**
   * Records what a check has found. While a widget has errors, its summary is that of its last valid version.
   *
   * @param isOutdated whether its source was edited during the check
   */
  setCheck(name: string, { diagnostics, manifest }: RatedCheck, isOutdated: boolean): void {
    const summary = manifest === null
      ? this.#checked.get(name)?.summary ?? null
      : summariseManifest(manifest);
    if (!isOutdated) this.#outdated.delete(name);
    this.#checked.set(name, { found: diagnostics, summary });
    this.#update(this.#widgets.map((widget) => widget.name));
  }

  /** Records the type errors of the project, or why its types are not checked. */
  setTypes(errors: readonly RatedDiagnostic[], obstacle: RatedDiagnostic | null): void {
    this.#types = errors;
    this.#typesObstacle = obstacle && { message: obstacle.message, hint: obstacle.hint };
    this.#outdatedTypes.clear();
    this.#update(this.#widgets.map((widget) => widget.name));
  }

  /** The widgets whose folder holds a file, or that import it through one of its importers. */
  affectedBy(file: string, importers: ReadonlySet<string>): string[] {
    return this.#widgets.filter(({ name, file: source }) =>
      file.startsWith(`${this.project}/widgets/${name}/`) || importers.has(`${this.project}/${source}`)
    ).map(({ name }) => name);
  }

  #update(names: readonly string[]): boolean {
    const widgets = names.map((name) => this.#toWidget(name));
    if (JSON.stringify(widgets) === JSON.stringify(this.#widgets)) return false;
    this.#widgets = widgets;
    this.changes.emit({ type: "widgets" });
    return true;
  }

  #toWidget(name: string): ProjectWidget {
    const { found, summary = null } = this.#checked.get(name) ?? {};
    const diagnostics = found && mergeTypeErrors(found, this.#typesOf(name)).map(toLiveDiagnostic);
    const isOutdated = this.#outdated.has(name) || this.#outdatedTypes.has(name);
    return {
      name,
      file: `widgets/${name}/${WIDGET_SOURCE}`,
      diagnostics: this.#nameErrors.get(name) ?? diagnostics ?? null,
      isOutdated: isOutdated && !this.#nameErrors.has(name),
      summary,
      typesObstacle: this.#typesObstacle,
    };
  }

  /** The type errors in a widget's folder, and those of the project. */
  #typesOf(name: string): RatedDiagnostic[] {
    return this.#types.filter(({ widget }) => widget === name || !this.#isWidget(widget));
  }

  #isWidget(name: string | null): boolean {
    return this.#widgets.some((widget) => widget.name === name);
  }
}

/** A diagnostic as pages show it. */
export function toLiveDiagnostic(diagnostic: RatedDiagnostic): LiveDiagnostic {
  const { code, severity, widget, file, line, column, lineText, message, hint } = diagnostic;
  return { code, severity, file: file ?? `widgets/${widget}`, line, column, lineText, message, hint };
}
