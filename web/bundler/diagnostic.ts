import { CodedError } from "../../core/errors/mod.ts";
import { type DiagnosticCode, isNote, isWarning } from "./diagnostic_codes.ts";

/** One problem of a widget or of a project. */
export interface Diagnostic {
  /** The stable name of the problem. */
  code: DiagnosticCode;
  /** The widget's folder name, such as `001_weather`; null for the whole project. */
  widget: string | null;
  /** The file, relative to the project, or null. */
  file: string | null;
  /** One-based line, or null. */
  line: number | null;
  /** One-based column, or null. */
  column: number | null;
  /** The text of that line, or null. */
  lineText: string | null;
  /** What is wrong. */
  message: string;
  /** What to do instead. */
  hint: string;
}

/** The place of a diagnostic. */
export type Location = Pick<Diagnostic, "file" | "line" | "column" | "lineText">;

/** A diagnostic of a widget, at its source file unless another place is known. */
export function diagnose(
  code: DiagnosticCode,
  { name, file }: { readonly name: string; readonly file: string },
  message: string,
  hint: string,
  place: Location = inFile(file),
): Diagnostic {
  return { code, widget: name, ...place, message, hint };
}

/** A location that has no more than a file. */
export function inFile(file: string | null): Location {
  return { file, line: null, column: null, lineText: null };
}

/**
 * Carries the diagnostics of one widget out of the steps that build it: at least one error, and the warnings that were found
 * before. The code is that of the first one.
 */
export class DiagnosticError extends CodedError<DiagnosticCode> {
  override readonly name = "DiagnosticError";

  /** @param diagnostics what is wrong, at least one */
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]!.code, diagnostics.map(({ message }) => message).join("\n"));
  }
}

/**
 * Formats a diagnostic for people: `file:line:column`, `warning:` or `note:` when it is one, what is wrong, the line with a caret, what
 * to do. Control characters, which the message of a widget's error may contain, become spaces.
 *
 * @returns lines of plain text without a final line break
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, lineText, code, message, hint } = diagnostic;
  const place = [file ?? diagnostic.widget ?? "project", line, column].filter((part) => part !== null).join(
    ":",
  );
  const lines = [`${place}: ${severityOf(diagnostic)}${message} [${code}]`];
  if (lineText !== null && column !== null) lines.push(...quoteLine(lineText, column));
  lines.push(`  ${hint}`);
  return lines.map((line) => line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu, " ")).join("\n");
}

function severityOf(diagnostic: Diagnostic): string {
  return isWarning(diagnostic) ? "warning: " : isNote(diagnostic) ? "note: " : "";
}

/** Shows at most 100 characters of the line around the column, with the caret below. */
function quoteLine(lineText: string, column: number): string[] {
  const start = Math.max(0, column - 61);
  const shown = lineText.slice(start, start + 100);
  return [`  | ${shown}`, `  | ${" ".repeat(Math.max(0, column - 1 - start))}^`];
}
