import type { WidgetManifest } from "../../core/manifest/mod.ts";
import { Compiler } from "./compiler_process/compiler.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { hasTrait, isError } from "./diagnostic_codes.ts";
import type { WidgetSource } from "./discover/mod.ts";
import { evaluateWidget, IsolatePool, type Isolation } from "./evaluate/mod.ts";
import { type Bundle, createBundle } from "./output/mod.ts";

/** The processes in which widgets are compiled and evaluated. They are started for a widget, or ahead by `expect`. */
export class BuildProcesses implements AsyncDisposable {
  readonly compiler: Compiler;
  readonly isolates: IsolatePool;

  /**
   * @param isolation how isolates are started
   * @param compileDeadline milliseconds that compiling one widget may take
   * @param keepsSpare whether an isolate is kept ready between builds
   */
  constructor(isolation: Isolation, compileDeadline?: number, keepsSpare: boolean = false) {
    this.compiler = new Compiler(compileDeadline);
    this.isolates = new IsolatePool(isolation, keepsSpare);
  }

  /** Starts processes ahead for a number of widgets. */
  expect(widgets: number): void {
    this.compiler.expect(widgets);
    this.isolates.expect(widgets);
  }

  /** Ends all processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.compiler.close(), this.isolates.close()]);
  }
}

/** A valid widget's bundle, and what its author should look at. */
export interface ValidWidget {
  bundle: Bundle;
  manifest: WidgetManifest;
  warnings: readonly Diagnostic[];
  /** What its readers do not have. */
  notes: readonly Diagnostic[];
}

/**
 * Compiles, checks, evaluates and packs one widget (lifecycle specification, rule 2: the bundler decides). All
 * faults are reported, except those that may be consequences of another.
 *
 * @throws {DiagnosticError} when the widget is not valid
 */
export async function buildWidget(
  { compiler, isolates }: BuildProcesses,
  source: WidgetSource,
): Promise<ValidWidget> {
  using turn = isolates.takeTurn();
  const checked = await compiler.check(source);
  const found = checked.diagnostics;
  const errors = found.filter(isError);
  if (errors.some(hasTrait("leavesOut"))) throw new DiagnosticError(found);
  const evaluation = await evaluateWidget(turn, checked).catch((error) => {
    if (!(error instanceof DiagnosticError)) throw error;
    const independent = errors.every(hasTrait("keepsMarkup"))
      ? error.diagnostics
      : error.diagnostics.filter(hasTrait("independent"));
    throw new DiagnosticError([...found, ...independent]);
  });
  if (errors.length > 0) throw new DiagnosticError(found);
  const { manifest, warnings, notes } = evaluation;
  return { bundle: await createBundle(evaluation), manifest, warnings: [...found, ...warnings], notes };
}
