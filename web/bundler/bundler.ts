import { realpath } from "node:fs/promises";
import type { WidgetManifest } from "../../core/manifest/mod.ts";
import { BuildProcesses } from "./build_processes.ts";
import { buildWidget } from "./build_widget.ts";
import type { CompiledStylesheet } from "./compile/mod.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { widgetSource } from "./discover/mod.ts";
import { defaultIsolation } from "./evaluate/mod.ts";

/** After this time without a task, the processes are ended to free their memory. */
const IDLE_MS = 10_000;

/** What a check finds. */
export interface WidgetCheck {
  /** Errors and warnings, without notes; the widget is valid when none is an error. */
  readonly diagnostics: readonly Diagnostic[];
  /** The manifest of a valid widget; null when there are errors. */
  readonly manifest: WidgetManifest | null;
  /** What a build would write; null when there are errors. */
  readonly bundle: CheckedBundle | null;
}

/** The bundle of a widget that was checked. */
export interface CheckedBundle {
  readonly hash: string;
  /** The `.tckb` file. */
  readonly envelope: Uint8Array;
}

/** Checks single widgets for a server that runs for long. */
export interface Bundler {
  /**
   * Builds a widget as a build does, and writes nothing. Types are not checked.
   *
   * @param project the project folder
   * @param name the widget's folder name
   */
  checkWidget(project: string, name: string): Promise<WidgetCheck>;
  /**
   * Compiles a stylesheet as a build does, for the classes in what one widget imports.
   *
   * @param path the stylesheet
   * @throws {DiagnosticError} when it is not valid
   */
  compileStylesheet(project: string, name: string, path: string): Promise<CompiledStylesheet>;
  /** Ends the processes. */
  close(): Promise<void>;
}

/** Opens a bundler. Its processes are started when they are needed, and end when it has nothing to do. */
export function openBundler(): Bundler {
  const isolation = defaultIsolation();
  let processes: BuildProcesses | null = null;
  let tasks = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = async () => {
    clearTimeout(timer);
    const closing = processes;
    processes = null;
    await closing?.[Symbol.asyncDispose]();
  };
  const run = async <Result>(task: (processes: BuildProcesses) => Promise<Result>): Promise<Result> => {
    clearTimeout(timer);
    processes ??= new BuildProcesses(isolation);
    tasks++;
    try {
      return await task(processes);
    } finally {
      tasks--;
      if (tasks === 0 && processes) timer = setTimeout(() => void close(), IDLE_MS);
    }
  };
  return {
    checkWidget: (project, name) =>
      run(async (processes) => {
        try {
          processes.isolates.expect(1);
          const source = widgetSource(await realpath(project), name);
          const { manifest, warnings, bundle: { hash, envelope } } = await buildWidget(processes, source);
          return { diagnostics: warnings, manifest, bundle: { hash, envelope } };
        } catch (error) {
          if (!(error instanceof DiagnosticError)) throw error;
          return { diagnostics: error.diagnostics, manifest: null, bundle: null };
        }
      }),
    compileStylesheet: (project, name, path) =>
      run(async ({ compiler }) =>
        await compiler.compileStylesheet(widgetSource(await realpath(project), name), path)
      ),
    close,
  };
}
