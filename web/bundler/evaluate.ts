import { InvalidManifestError, parseManifest, type WidgetManifest } from "../../core/manifest/mod.ts";
import { type Diagnostic, type DiagnosticCode, DiagnosticError, inFile } from "./diagnostic.ts";
import { type IsolatedResult, type Isolation, runIsolated } from "./isolation.ts";
import type { WidgetSource } from "./project.ts";

/**
 * Runs a widget's module in isolation and takes its manifest (lifecycle specification, rule 2: the bundler decides).
 *
 * @param module a module that needs no import, as `compileForEvaluation` makes it
 * @throws {DiagnosticError} when the module fails, exports no valid manifest or no component
 */
export async function evaluateWidget(
  isolation: Isolation,
  widget: WidgetSource,
  module: string,
): Promise<WidgetManifest> {
  const answer = expectAnswer(widget, await runIsolated(isolation, module), isolation.deadline);
  if (answer.error !== undefined) {
    throw fail(widget, "module.failed", `the module fails when it is loaded: ${answer.error}`);
  }
  if (!answer.hasManifest) throw fail(widget, "manifest.missing", "the module exports no manifest");
  if (answer.component !== "function") {
    throw fail(
      widget,
      "component.missing",
      `the default export is ${answer.component}, expected a function component`,
    );
  }
  return acceptManifest(widget, answer.manifest);
}

interface Answer {
  error?: string;
  hasManifest?: boolean;
  manifest?: unknown;
  component?: string;
}

function expectAnswer(widget: WidgetSource, result: IsolatedResult, deadline: number): Answer {
  if (result.outcome === "answered") return result.answer as Answer;
  if (result.outcome === "crashed") {
    throw fail(widget, "module.failed", `the module ends the process that loads it: ${result.detail}`);
  }
  throw fail(widget, "module.timeout", `the module is not loaded after ${deadline / 1000} s`);
}

function acceptManifest(widget: WidgetSource, value: unknown): WidgetManifest {
  try {
    return parseManifest(value);
  } catch (error) {
    if (!(error instanceof InvalidManifestError)) throw error;
    throw new DiagnosticError(
      error.issues.map((issue) => describe(widget, "manifest.invalid", `${issue.path}: ${issue.message}`)),
    );
  }
}

function fail(widget: WidgetSource, code: DiagnosticCode, message: string): DiagnosticError {
  return new DiagnosticError([describe(widget, code, message)]);
}

function describe(widget: WidgetSource, code: DiagnosticCode, message: string): Diagnostic {
  return {
    code,
    widget: widget.name,
    ...inFile(widget.file),
    message,
    hint: HINTS[code] ?? "Correct the module",
  };
}

const HINTS: { [code in DiagnosticCode]?: string } = {
  "module.failed":
    "A module may only define things while it loads: move what uses the page or the network into the component",
  "module.timeout": "A module may only define things while it loads: look for a loop at its top level",
  "manifest.missing": "Add `export const manifest = defineManifest({ … })`",
  "manifest.invalid": "Correct this field of the manifest",
  "component.missing": "Add `export default function Name() { … }`",
};
