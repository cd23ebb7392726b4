import { type Diagnostic, DiagnosticError } from "../../../web/bundler/findings/mod.ts";
import {
  type BuildSteps,
  buildWidget,
  type BuiltCard,
  findWidgets,
  type ValidWidget,
  WIDGET_SOURCE,
} from "../../../web/bundler/steps/mod.ts";
import { type CompilerParts, PROJECT_FOLDER, type ProjectFiles } from "./compiler/messages.ts";
import { PageCompiler } from "./compiler/page_compiler.ts";
import { SealedIsolates } from "./isolate/sealed_isolates.ts";

/** Where the parts of the bundler are: absolute addresses. */
export interface BundlerAddresses extends CompilerParts {
  readonly compiler: string;
  readonly isolate: string;
  readonly isolateFrame: string;
}

/** How the build of one widget ended. */
export interface PageOutcome {
  /** `<NNN>_<slug>`. */
  readonly name: string;
  /** Null when there are errors. */
  readonly valid: ValidWidget | null;
  /** Errors, warnings and notes. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PageBuild {
  readonly widgets: readonly PageOutcome[];
  /** What is wrong with the project itself. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The bundler in a page: the steps of `web/bundler`, with a worker that compiles and sealed workers that evaluate. */
export class PageBundler {
  readonly #compiler: PageCompiler;
  readonly #isolates: SealedIsolates;

  /** @param deadline milliseconds that evaluating one widget may take @default that of `tck build` */
  constructor(addresses: BundlerAddresses, deadline?: number) {
    this.#compiler = new PageCompiler(addresses.compiler, addresses);
    this.#isolates = new SealedIsolates(addresses.isolateFrame, addresses.isolate, deadline);
  }

  /** Starts the workers ahead. @throws {WorkerStartError} */
  async start(): Promise<void> {
    this.#isolates.start();
    await this.#compiler.start();
  }

  /**
   * Builds the widgets of a project as `tck build` does, one after the other.
   *
   * @param onRendered called with the card of each valid widget, before its bundle has the markup of the card
   */
  async build(files: ProjectFiles, onRendered?: (card: BuiltCard) => void): Promise<PageBuild> {
    const { widgets, diagnostics } = findWidgets(PROJECT_FOLDER, listFolders(files));
    const steps: BuildSteps = {
      compiler: { check: (source) => this.#compiler.check(files, source) },
      isolates: this.#isolates,
    };
    const outcomes: PageOutcome[] = [];
    for (const source of widgets) {
      const { name } = source;
      try {
        const valid = await buildWidget(steps, source, undefined, onRendered);
        outcomes.push({ name, valid, diagnostics: [...valid.warnings, ...valid.notes] });
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        outcomes.push({ name, valid: null, diagnostics: error.diagnostics });
      }
    }
    return { widgets: outcomes, diagnostics };
  }
}

function listFolders(files: ProjectFiles): { name: string; hasSource: boolean }[] {
  const names = Array.from(files.keys(), (path) => /^widgets\/([^/]+)\//.exec(path)?.[1] ?? []).flat();
  return [...new Set(names)].sort().map((name) => ({
    name,
    hasSource: files.has(`widgets/${name}/${WIDGET_SOURCE}`),
  }));
}
