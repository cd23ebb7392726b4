import type { LiveDiagnostic } from "../../protocol.ts";
import type { LogEntry, ShellState } from "../state/shell_state.ts";
import { findStageSubject } from "../state/stage_subject.ts";

/** How many messages of the page are included. */
const MAX_MESSAGES = 20;

/** All that is wrong with the Stage's widget, as text for an agent that corrects it. @param address the page's */
export function describeForAgent(state: ShellState, address: string): string {
  const { url, liveWidgets, server, compileFault, log } = state;
  const subject = findStageSubject(url.widget, liveWidgets, server);
  const widget = subject.kind === "live" ? subject.widget : null;
  const name = widget?.file ?? (subject.kind === "bundle" ? `${subject.bundle.label}.tckb` : "no widget");
  const errors = log.filter(({ level }) => level === "error" || level === "uncaught" || level === "warn");
  const sections = [
    compileFault === null ? [] : ["It does not compile:", compileFault.message],
    list("Diagnostics of the build:", (widget?.diagnostics ?? []).map(formatDiagnostic)),
    list("Messages of the page:", errors.slice(0, MAX_MESSAGES).map(formatMessage)),
  ].filter((lines) => lines.length > 0);
  const head = [`Widget: ${name}`, `Shown: ${address}`];
  const body = sections.length === 0 ? [["No problems are known."]] : sections;
  return [head, ...body].map((lines) => lines.join("\n")).join("\n\n");
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function formatDiagnostic(
  { severity, code, file, line, column, lineText, message, hint }: LiveDiagnostic,
): string {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  const source = lineText === null ? "" : `\n  | ${lineText.trim()}`;
  return `- ${place}: ${severity}: ${message} [${code}]${source}\n  ${hint}`;
}

function formatMessage({ level, text, stack, count }: LogEntry): string {
  const place = stack?.split("\n").find((line) => line.includes("/widgets/"))?.trim();
  const times = count > 1 ? ` (${count} times)` : "";
  return `- ${level}: ${text}${times}${place === undefined ? "" : `\n  ${place}`}`;
}
