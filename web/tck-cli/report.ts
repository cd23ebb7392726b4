import { relative } from "node:path";
import process from "node:process";
import type { Terminal } from "../../terminal/mod.ts";
import { type BuildOutcome, type BuildReport, formatDiagnostic } from "../bundler/mod.ts";

/** Shows one build after the other. */
export type ShowReport = (report: BuildReport) => void;

/** Each build as one line of JSON. */
export function showJson(terminal: Terminal): ShowReport {
  return (report) => terminal.print(JSON.stringify(report));
}

/** Shows a build; of those that follow, only what is different: what was built, what is wrong now, what is no longer. */
export function showText(terminal: Terminal, isCheck: boolean): ShowReport {
  let shown: ReadonlySet<string> | null = null;
  return ({ widgets, diagnostics, outputDirectory }) => {
    const current = new Set(diagnostics.map(formatDiagnostic));
    for (const text of current) if (!shown?.has(text)) terminal.warn(text);
    for (const text of shown ?? []) if (!current.has(text)) terminal.note(`fixed     ${text.split("\n")[0]}`);
    const folder = relative(process.cwd(), outputDirectory);
    const describe = ({ name, status, hash }: BuildOutcome) =>
      isCheck ? `valid     ${name} ${hash}` : `${status.padEnd(9)} ${folder}/${name}.tckb ${hash}`;
    for (const widget of widgets) {
      const isNews = shown === null || widget.status === "built";
      if (widget.hash && isNews) terminal.print(describe(widget));
    }
    shown = current;
  };
}
