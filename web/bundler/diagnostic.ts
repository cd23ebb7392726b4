/**
 * Every diagnostic code. A code keeps its meaning: tools and the authoring guide name it.
 */
export const DIAGNOSTIC_CODES = [
  "project.no_widgets",
  "widget.folder_name",
  "widget.duplicate_prefix",
  "widget.missing_source",
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
  "component.missing",
  "component.failed",
  "component.timeout",
  "stylesheet.invalid",
  "stylesheet.root_selector",
  "stylesheet.font_face",
  "tailwind.missing",
  "tailwind.forbidden",
  "asset.too_large",
  "bundle.too_large",
  "bundle.invalid",
] as const;

/** The stable name of what a diagnostic is about. */
export type DiagnosticCode = typeof DIAGNOSTIC_CODES[number];

/** One thing that the author has to change before a widget is valid. */
export interface Diagnostic {
  /** The stable name of the problem. */
  code: DiagnosticCode;
  /** The widget's folder name, such as `001_weather`; null when the whole project is meant. */
  widget: string | null;
  /** The file, relative to the project, or null when no single file is meant. */
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

/** Where a diagnostic points. */
export type Location = Pick<Diagnostic, "file" | "line" | "column" | "lineText">;

/** A location that names no more than a file. */
export function inFile(file: string | null): Location {
  return { file, line: null, column: null, lineText: null };
}

/** Carries the diagnostics of one widget out of the steps that build it. */
export class DiagnosticError extends Error {
  override name = "DiagnosticError";

  /**
   * @param diagnostics what is wrong
   * @param isCertain whether the widget's files alone tell so: without them, another try may end in another way
   */
  constructor(readonly diagnostics: readonly Diagnostic[], readonly isCertain: boolean = true) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
  }
}

/**
 * Writes a diagnostic for people: `file:line:column`, what is wrong, the offending line with a caret, what to do.
 * Control characters, which a module's own error may hold, become spaces.
 *
 * @returns lines of plain text without a final line break
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, lineText, code, message, hint } = diagnostic;
  const place = [file ?? diagnostic.widget ?? "project", line, column].filter((part) => part !== null).join(
    ":",
  );
  const lines = [`${place}: ${message} [${code}]`];
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
