import { CodedError } from "../../core/errors/mod.ts";

/** Every diagnostic code. A code keeps its meaning: tools and the authoring guide refer to it. */
export const DIAGNOSTIC_CODES = [
  "project.no_widgets",
  "widget.folder_name",
  "widget.duplicate_prefix",
  "widget.missing_source",
  "compile.failed",
  "compile.timeout",
  "source.syntax",
  "import.forbidden",
  "import.unresolved",
  "import.unknown_name",
  "forbidden.storage",
  "forbidden.cookie",
  "forbidden.broadcast_channel",
  "forbidden.persistence_hook",
  "forbidden.dynamic_code",
  "forbidden.computed_global",
  "forbidden.migrations",
  "forbidden.schema_version",
  "module.failed",
  "module.timeout",
  "manifest.missing",
  "manifest.invalid",
  "manifest.unknown_field",
  "manifest.unknown_card_type",
  "manifest.unknown_state_key",
  "manifest.missing_language",
  "component.missing",
  "component.failed",
  "component.timeout",
  "stylesheet.invalid",
  "stylesheet.root_selector",
  "stylesheet.font_face",
  "stylesheet.host_token",
  "stylesheet.page_selector",
  "stylesheet.host_attribute",
  "stylesheet.raw_color",
  "stylesheet.unknown_token",
  "tailwind.missing",
  "tailwind.forbidden",
  "asset.too_large",
  "bundle.too_large",
  "bundle.invalid",
  "types.error",
  "types.not_checked",
] as const;

/** The stable name of a problem. */
export type DiagnosticCode = typeof DIAGNOSTIC_CODES[number];

/** The codes of warnings: a widget with one of these works, but not as its author expects. All others are errors. */
const WARNINGS: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "manifest.unknown_field",
  "manifest.unknown_card_type",
  "manifest.unknown_state_key",
  "manifest.missing_language",
  "stylesheet.page_selector",
  "stylesheet.host_attribute",
  "stylesheet.raw_color",
  "stylesheet.unknown_token",
  "types.not_checked",
]);

/** Whether a problem leaves its widget valid. A code is always a warning or never. */
export function isWarning({ code }: { code: DiagnosticCode }): boolean {
  return WARNINGS.has(code);
}

/** Whether a problem is an error: its widget is not valid, or the types of the project are not. */
export function isError(diagnostic: { code: DiagnosticCode }): boolean {
  return !isWarning(diagnostic);
}

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
 * Formats a diagnostic for people: `file:line:column`, `warning:` when it is one, what is wrong, the line with a caret, what
 * to do. Control characters, which the message of a widget's error may contain, become spaces.
 *
 * @returns lines of plain text without a final line break
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, lineText, code, message, hint } = diagnostic;
  const place = [file ?? diagnostic.widget ?? "project", line, column].filter((part) => part !== null).join(
    ":",
  );
  const lines = [`${place}: ${isWarning(diagnostic) ? "warning: " : ""}${message} [${code}]`];
  if (lineText !== null && column !== null) lines.push(...quoteLine(lineText, column));
  lines.push(`  ${hint}`);
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, " ")).join("\n");
}

/** Shows at most 100 characters of the line around the column, with the caret below. */
function quoteLine(lineText: string, column: number): string[] {
  const start = Math.max(0, column - 61);
  const shown = lineText.slice(start, start + 100);
  return [`  | ${shown}`, `  | ${" ".repeat(Math.max(0, column - 1 - start))}^`];
}
