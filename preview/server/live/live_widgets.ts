import type { LiveDiagnostic, LiveWidget } from "../../protocol.ts";
import { type Diagnostic, type DiagnosticCode, discoverWidgets, WIDGET_SOURCE } from "../model/bundler.ts";

/**
 * The widgets in a project's sources (preview specification, §2): every `widgets/<folder>/widget.tck.tsx`. A folder that
 * the build would refuse for its name is one of them, with the diagnostic that says so.
 */
export class LiveWidgets {
  #widgets: readonly LiveWidget[] = [];
  /** What is wrong with the names of folders. Such a widget is not built, so no check of it counts. */
  #faults: ReadonlyMap<string, LiveDiagnostic[]> = new Map();
  readonly #checked = new Map<string, LiveDiagnostic[]>();

  /** @param project the project folder, as a real path with forward slashes */
  constructor(private readonly project: string) {}

  /** The widgets, in the order of their names. */
  get list(): readonly LiveWidget[] {
    return this.#widgets;
  }

  /** The widget of a name, or undefined. */
  find(name: string): LiveWidget | undefined {
    return this.#widgets.find((widget) => widget.name === name);
  }

  /** Looks at the folders again. @returns whether the list is another one now */
  async discover(): Promise<boolean> {
    const { widgets, diagnostics } = await discoverWidgets(this.project);
    const faulty = diagnostics.filter(({ code }) => NAME_FAULTS.includes(code));
    this.#faults = new Map(faulty.map((fault) => [fault.widget!, [toLiveDiagnostic(fault)]]));
    const names = [...widgets.map(({ name }) => name), ...this.#faults.keys()].sort();
    for (const name of this.#checked.keys()) if (!names.includes(name)) this.#checked.delete(name);
    return this.#replace(names);
  }

  /** Takes over what a check found. @returns whether that is anything new */
  setDiagnostics(name: string, diagnostics: readonly Diagnostic[]): boolean {
    this.#checked.set(name, diagnostics.map(toLiveDiagnostic));
    return this.#replace(this.#widgets.map((widget) => widget.name));
  }

  #replace(names: readonly string[]): boolean {
    const widgets = names.map((name) => this.#describe(name));
    if (JSON.stringify(widgets) === JSON.stringify(this.#widgets)) return false;
    this.#widgets = widgets;
    return true;
  }

  #describe(name: string): LiveWidget {
    const file = `widgets/${name}/${WIDGET_SOURCE}`;
    // A percent sign would be read as the beginning of an escape.
    const path = `${this.project}/${file}`.replaceAll("%", "%25");
    return {
      name,
      file,
      moduleUrl: `/@fs/${path.replace(/^\//, "")}`,
      stylesUrl: `/@id/${STYLES_MODULE}${encodeURIComponent(name)}`,
      diagnostics: this.#faults.get(name) ?? this.#checked.get(name) ?? null,
    };
  }
}

const NAME_FAULTS: readonly DiagnosticCode[] = ["widget.folder_name", "widget.duplicate_prefix"];

/** Before the name of a widget: the module that has its stylesheets as the default export. */
export const STYLES_MODULE = "virtual:tck/live-styles/";

function toLiveDiagnostic(diagnostic: Diagnostic): LiveDiagnostic {
  const { code, widget, file, line, column, lineText, message, hint } = diagnostic;
  return { code, file: file ?? `widgets/${widget}`, line, column, lineText, message, hint };
}
