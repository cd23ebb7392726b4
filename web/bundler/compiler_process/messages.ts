import * as v from "valibot";
import type { CompiledStylesheet } from "../compile/mod.ts";
import type { CheckedModule, ManifestPlace } from "../check/mod.ts";
import { diagnosticSchema } from "../diagnostic_schema.ts";
import type { WidgetSource } from "../discover/mod.ts";

/** The first line of the compiler's process. */
export const READY = "ready";

const source: v.GenericSchema<unknown, WidgetSource> = v.object({
  project: v.string(),
  name: v.string(),
  folder: v.string(),
  file: v.string(),
});

const task = v.variant("task", [
  v.object({ task: v.literal("check"), source }),
  v.object({ task: v.literal("stylesheet"), source, path: v.string() }),
]);

const manifestPlace: v.GenericSchema<unknown, ManifestPlace> = v.object({
  line: v.number(),
  column: v.number(),
  children: v.record(v.string(), v.lazy(() => manifestPlace)),
});

const checkedModule: v.GenericSchema<unknown, CheckedModule> = v.object({
  source,
  diagnostics: v.array(diagnosticSchema),
  module: v.string(),
  css: v.string(),
  propertiesCss: v.string(),
  map: v.string(),
  inputs: v.record(v.string(), v.string()),
  evaluatedCode: v.string(),
  manifestPlaces: v.nullable(manifestPlace),
});

const compiledStylesheet: v.GenericSchema<unknown, CompiledStylesheet> = v.object({
  css: v.string(),
  files: v.array(v.string()),
  usesTailwind: v.boolean(),
});

const answer = v.union([
  v.object({ checked: checkedModule }),
  v.object({ stylesheet: compiledStylesheet }),
  v.object({ diagnostics: v.pipe(v.array(diagnosticSchema), v.minLength(1), v.readonly()) }),
  v.object({ error: v.string() }), // The message of an error that is not a diagnostic.
]);

/** What the compiler's process is asked to do. */
export type CompilerTask = v.InferOutput<typeof task>;

export type CompilerAnswer = v.InferOutput<typeof answer>;

/** Parses a line of the process's standard input. */
export function parseTask(line: string): CompilerTask {
  return v.parse(task, JSON.parse(line));
}

/** Parses a line of the process's standard output. @returns null when it is malformed */
export function parseAnswer(line: string): CompilerAnswer | null {
  try {
    return v.parse(answer, JSON.parse(line));
  } catch {
    return null;
  }
}
