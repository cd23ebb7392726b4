import { DiagnosticError } from "../../../../web/bundler/findings/mod.ts";
import {
  type CheckedModule,
  type CompilerAnswer,
  explainFailure,
  type WidgetSource,
} from "../../../../web/bundler/steps/mod.ts";
import { exchange, startWorker } from "../worker_exchange.ts";
import type { CompilerParts, ProjectFiles } from "./messages.ts";

/** Milliseconds that compiling one widget may take until its worker is ended: nobody but the visitor waits. */
const COMPILE_DEADLINE_MS = 60_000;

/** Compiles widgets in a worker, one after the other. A worker that hangs or fails is replaced. */
export class PageCompiler {
  #worker: Promise<Worker> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param program the address of the worker's program */
  constructor(private readonly program: string, private readonly parts: CompilerParts) {}

  /** Starts the worker ahead. */
  async start(): Promise<void> {
    await this.#take();
  }

  /**
   * Compiles a widget and checks it.
   *
   * @throws {DiagnosticError} when the widget is not valid, or cannot be compiled
   * @throws {WorkerStartError}
   */
  check(files: ProjectFiles, source: WidgetSource): Promise<CheckedModule> {
    const turn = this.#last.then(() => this.#check(files, source));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Ends the worker. */
  close(): void {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = null;
  }

  async #check(files: ProjectFiles, source: WidgetSource): Promise<CheckedModule> {
    const worker = await this.#take();
    const message = await exchange<CompilerAnswer>(worker, { files, source }, COMPILE_DEADLINE_MS);
    const answer = message?.answer ?? null;
    if (answer !== null && "checked" in answer) return answer.checked;
    if (answer !== null && "diagnostics" in answer) throw new DiagnosticError(answer.diagnostics);
    this.close(); // An unexpected error may have ended esbuild in it.
    const error = answer !== null && "error" in answer ? answer.error : message?.failure;
    const seconds = COMPILE_DEADLINE_MS / 1000;
    throw explainFailure(
      source,
      error,
      message === null ? { cause: "timeout", reason: `after ${seconds} s` } : null,
    );
  }

  #take(): Promise<Worker> {
    if (this.#worker === null) {
      this.#worker = startWorker("compiler", this.program, { parts: this.parts });
      this.#worker.catch(() => this.#worker = null);
    }
    return this.#worker;
  }
}
