import { DiagnosticError, inFile } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";

const HINTS = {
  "compile.failed": "Look for a file that is nested very deeply or is very large",
  "compile.timeout": "Look for a file that is very large, or for @source inline() with very many classes",
} as const;

/** A failure of the process that compiles a widget, as the widget's diagnostic. */
export function createCompileFailure(
  { name, file }: WidgetSource,
  code: keyof typeof HINTS,
  message: string,
): DiagnosticError {
  return new DiagnosticError([{ code, widget: name, ...inFile(file), message, hint: HINTS[code] }]);
}
