import { DiagnosticError } from "../../../../web/bundler/findings/mod.ts";
import { type CheckedModule, explainFailure, type WidgetSource } from "../../../../web/bundler/steps/mod.ts";
import type { CompilerMessage, CompilerParts, ProjectFiles } from "./messages.ts";

/** Milliseconds that compiling one widget may take until its worker is ended: nobody but the visitor waits. */
const COMPILE_DEADLINE_MS = 60_000;

/** The worker cannot start: its files are missing, or the browser lacks WebAssembly. */
export class CompilerStartError extends Error {
  override readonly name = "CompilerStartError";
}

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
   * @throws {CompilerStartError}
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
    const message = await exchange(worker, { files, source }, COMPILE_DEADLINE_MS);
    const answer = message !== null && "answer" in message ? message.answer : null;
    if (answer !== null && "checked" in answer) return answer.checked;
    if (answer !== null && "diagnostics" in answer) throw new DiagnosticError(answer.diagnostics);
    this.close(); // An unexpected error may have ended esbuild in it.
    const error = answer !== null && "error" in answer ? answer.error : readFailure(message);
    const seconds = COMPILE_DEADLINE_MS / 1000;
    throw explainFailure(
      source,
      error,
      message === null ? { cause: "timeout", reason: `after ${seconds} s` } : null,
    );
  }

  #take(): Promise<Worker> {
    if (this.#worker === null) {
      this.#worker = startWorker(this.program, this.parts);
      this.#worker.catch(() => this.#worker = null);
    }
    return this.#worker;
  }
}

async function startWorker(program: string, parts: CompilerParts): Promise<Worker> {
  const worker = new Worker(program, { type: "module", name: "compiler" });
  const message = await exchange(worker, { parts }, null);
  const failure = readFailure(message);
  if (failure === undefined) return worker;
  worker.terminate();
  throw new CompilerStartError(`Cannot start the compiler: ${failure}`);
}

function readFailure(message: CompilerMessage | null): string | undefined {
  return message !== null && "failure" in message ? message.failure : undefined;
}

/** Sends a message and waits for the next one; null after the deadline. */
async function exchange(
  worker: Worker,
  request: unknown,
  deadline: number | null,
): Promise<CompilerMessage | null> {
  const { promise, resolve } = Promise.withResolvers<CompilerMessage | null>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ failure: message ?? "its program cannot be loaded" });
  const timer = deadline === null ? undefined : setTimeout(() => resolve(null), deadline);
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
