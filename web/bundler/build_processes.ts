import { Compiler } from "./compiler_process/compiler.ts";
import { IsolatePool, type Isolation } from "./evaluate/mod.ts";
import type { BuildSteps } from "./build_widget.ts";

/** The processes in which widgets are compiled and evaluated. They are started for a widget, or ahead by `expect`. */
export class BuildProcesses implements BuildSteps, AsyncDisposable {
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
