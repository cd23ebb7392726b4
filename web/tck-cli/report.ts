import { relative } from "node:path";
import process from "node:process";
import type { Terminal } from "../../terminal/mod.ts";
import { type BuildOutcome, type BuildReport, formatDiagnostic } from "../bundler/mod.ts";

/** Prints the reports of successive builds. */
type ReportPrinter = (report: BuildReport) => void;

/** Prints each report as one line of JSON. */
export function createJsonPrinter(terminal: Terminal): ReportPrinter {
  return (report) => terminal.print(JSON.stringify(report));
}

/** Prints the first report in full, and of later ones only changes: built widgets, new diagnostics, fixed diagnostics. */
export function createTextPrinter(terminal: Terminal, isCheck: boolean): ReportPrinter {
  let shown: ReadonlySet<string> | null = null;
  return ({ widgets, diagnostics, warnings, notes, outputDirectory }) => {
    const current = new Set([...diagnostics, ...warnings, ...notes].map(formatDiagnostic));
    for (const text of current) if (!shown?.has(text)) terminal.warn(text);
    for (const text of shown ?? []) if (!current.has(text)) terminal.note(`fixed     ${text.split("\n")[0]}`);
    const folder = relative(process.cwd(), outputDirectory);
    const format = isCheck ? formatVerdict : formatBundle;
    for (const widget of widgets) {
      if (shown === null || widget.status === "built") terminal.print(format(widget, folder));
    }
    if (shown === null && current.size > 0) {
      terminal.note(
        countProblems({ error: diagnostics.length, warning: warnings.length, note: notes.length }),
      );
    }
    shown = current;
  };
}

function formatVerdict({ name, valid, hash }: BuildOutcome): string {
  return valid ? `valid     ${name} ${hash}` : `invalid   ${name}`;
}

function formatBundle({ name, status, valid, hash }: BuildOutcome, folder: string): string {
  if (status === "failed") return `failed    ${name}`;
  return `${status.padEnd(9)} ${folder}/${name}.tckb ${hash}${valid ? "" : ", but its types are invalid"}`;
}

/** `2 errors, 1 warning`, and notes if there are some */
function countProblems(counts: { error: number; warning: number; note: number }): string {
  return Object.entries(counts).filter(([word, number]) => word !== "note" || number > 0)
    .map(([word, number]) => `${number} ${word}${number === 1 ? "" : "s"}`).join(", ");
}
