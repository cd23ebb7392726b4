import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import process from "node:process";
import type { CompiledStylesheet } from "../compile/mod.ts";
import type { CheckedModule } from "../check/mod.ts";
import { DiagnosticError } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import { type LineProcess, type ProcessCommand, type ProcessLimits, startProcess } from "../processes/mod.ts";
import { compilerProgram } from "../programs.ts";
import { explainFailure } from "./compile_failure.ts";
import { type CompilerAnswer, type CompilerTask, parseAnswer, READY } from "./messages.ts";

/** Milliseconds that compiling and checking one widget may take until its process is killed. */
const COMPILE_DEADLINE_MS = 15_000;

/**
 * Evaluating a widget takes several times as long as compiling it, and a process becomes faster with each widget that it
 * compiles: half of the cores are enough.
 */
const MAX_PROCESSES = Math.ceil(availableParallelism() / 2);

/** Largest heap of a process, in MiB. */
const MAX_HEAP_MEBIBYTES = 512;

const LIMITS: ProcessLimits = { dataKibibytes: 2_097_152, cpuSeconds: 3_600, outputLength: 67_108_864 };

/**
 * Compiles and checks widgets in child processes. When one ends, its widget gets a diagnostic and the next widget gets
 * another process. A process does one task at a time and stays for the next.
 */
export class Compiler {
  readonly #limit = pLimit(MAX_PROCESSES);
  readonly #idle: Promise<LineProcess>[] = [];
  readonly #leaving = new Set<Promise<void>>();

  /** @param deadline milliseconds that one task may take */
  constructor(private readonly deadline: number = COMPILE_DEADLINE_MS) {}

  /** Starts processes ahead for a number of widgets. */
  expect(widgets: number): void {
    while (this.#idle.length < Math.min(widgets, MAX_PROCESSES)) this.#idle.push(startCompiler());
  }

  /**
   * Compiles a widget and checks it.
   *
   * @throws {DiagnosticError} when the widget is not valid, or ends its process
   * @throws {ProcessStartError}
   */
  async check(source: WidgetSource): Promise<CheckedModule> {
    const answer = await this.#run({ task: "check", source });
    if ("checked" in answer) return answer.checked;
    throw new Error(`Cannot build ${JSON.stringify(source.name)}: the answer is of another task`);
  }

  /**
   * Compiles one stylesheet for a widget.
   *
   * @throws {DiagnosticError} when it ends its process
   * @throws {ProcessStartError}
   */
  async compileStylesheet(source: WidgetSource, path: string): Promise<CompiledStylesheet> {
    const answer = await this.#run({ task: "stylesheet", source, path });
    if ("stylesheet" in answer) return answer.stylesheet;
    throw new Error(`Cannot compile ${JSON.stringify(path)}: the answer is of another task`);
  }

  /** Ends all processes that have nothing to do. */
  async close(): Promise<void> {
    for (const idle of this.#idle.splice(0)) await idle.then((child) => this.#end(child), () => {});
    await Promise.all(this.#leaving);
  }

  async #run(task: CompilerTask): Promise<CompilerAnswer> {
    return await this.#limit(async () => {
      const child = await this.#take();
      const { lines: [line], end } = await child.exchange(task, () => true, this.deadline);
      const answer = line === undefined ? null : parseAnswer(line);
      if (answer && !("error" in answer)) {
        this.#idle.push(Promise.resolve(child));
        if ("diagnostics" in answer) throw new DiagnosticError(answer.diagnostics);
        return answer;
      }
      this.#end(child); // An unexpected error may have ended esbuild's own process.
      throw explainFailure(task.source, answer?.error, end);
    });
  }

  /** A process that waits for a task. One that has ended meanwhile is not the fault of the next widget. */
  async #take(): Promise<LineProcess> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      const child = await idle;
      if (!child.hasEnded) return child;
      this.#end(child);
    }
    return await startCompiler();
  }

  #end(child: LineProcess): void {
    const end = child.close().finally(() => this.#leaving.delete(end));
    this.#leaving.add(end);
  }
}

function startCompiler(): Promise<LineProcess> {
  const child = startProcess(compilerCommand(compilerProgram()), LIMITS, (line) => line === READY);
  child.catch(() => {}); // The widget that takes it fails with the same error.
  return child;
}

/** The process may read, and run esbuild and native code; on Deno it has no network and cannot write. */
function compilerCommand(program: string): ProcessCommand {
  const heap = `--max-old-space-size=${MAX_HEAP_MEBIBYTES}`;
  if (!("deno" in process.versions)) return { command: process.execPath, args: [heap, program] };
  const permissions = ["--allow-read", "--allow-env", "--allow-sys", "--allow-ffi", "--allow-run"];
  const flags = [
    "--no-prompt",
    "--no-lock",
    "--cached-only",
    "--node-modules-dir=manual",
    `--v8-flags=${heap}`,
  ];
  return { command: process.execPath, args: ["run", ...permissions, ...flags, program] };
}
