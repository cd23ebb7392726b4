import { diagnose, DiagnosticError } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import type { ProcessEnd } from "../processes/mod.ts";

/** A failure of the process that compiles a widget, as the widget's diagnostic. */
export function explainFailure(
  source: WidgetSource,
  error: string | undefined,
  end: ProcessEnd | null,
): DiagnosticError {
  if (end?.cause === "timeout") {
    const hint = "Look for a file that is very large, or for @source inline() with very many classes";
    const message = `the widget is not compiled ${end.reason}`;
    return new DiagnosticError([diagnose("compile.timeout", source, message, hint)]);
  }
  const reason = error ?? end?.reason ?? "its answer is malformed";
  const message = `the widget cannot be compiled: ${reason.slice(0, 500)}`;
  const hint = "Look for a file that is nested very deeply or is very large";
  return new DiagnosticError([diagnose("compile.failed", source, message, hint)]);
}
