import { Compiler } from "./compiler/mod.ts";
import type { WidgetSource } from "./discover/mod.ts";
import { evaluateWidget, IsolatePool, type Isolation } from "./evaluate/mod.ts";
import { type Bundle, createBundle } from "./output/mod.ts";

/** The processes in which widgets are compiled and evaluated. They are started when widgets come, or are expected. */
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

  /** Starts processes for widgets that are about to come. */
  expect(widgets: number): void {
    this.compiler.expect(widgets);
    this.isolates.expect(widgets);
  }

  /** Ends all processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.compiler.close(), this.isolates.close()]);
  }
}

/**
 * Compiles, checks, evaluates and packs one widget (lifecycle specification, rule 2: the bundler decides).
 *
 * @throws {DiagnosticError} when the widget is not valid
 */
export async function buildWidget(
  { compiler, isolates }: BuildProcesses,
  source: WidgetSource,
): Promise<Bundle> {
  const checked = await compiler.check(source).catch((error) => {
    isolates.expectFewer();
    throw error;
  });
  const evaluation = await evaluateWidget(isolates, checked);
  return await createBundle(evaluation);
}
