import type { LiveDiagnostic } from "../../protocol.ts";
import { isFromVite } from "../state/records.ts";
import type { LogEntry, ShellState, Violation } from "../state/shell_state.ts";
import { findStageSubject } from "../state/stage_subject.ts";
import { findOutcome } from "./accessibility/check_accessibility.ts";
import { findConfigFaults } from "./config_faults.ts";

/** A number beside the heading of a closed panel. */
export interface PanelBadge {
  /** What is counted, in the singular. */
  readonly noun: string;
  readonly count: (state: ShellState) => number;
  /** Whether one of them is an error. */
  readonly hasError: (state: ShellState) => boolean;
}

export const DIAGNOSTICS_BADGE: PanelBadge = {
  noun: "diagnostic",
  count: (state) => findDiagnostics(state).length,
  hasError: (state) => findDiagnostics(state).some(({ severity }) => severity === "error"),
};

export const CONFIGURATION_BADGE: PanelBadge = {
  noun: "problem",
  count: countConfigProblems,
  hasError: () => true,
};

export const ACCESSIBILITY_BADGE: PanelBadge = {
  noun: "violation",
  count: (state) => findViolated(state).length,
  hasError: (state) => findViolated(state).some(({ impact }) => isSerious(impact)),
};

export const CONSOLE_BADGE: PanelBadge = {
  noun: "message",
  count: ({ log }) => log.filter(isOwn).reduce((sum, { count }) => sum + count, 0),
  hasError: ({ log }) => log.some((entry) => isOwn(entry) && isError(entry)),
};

export function countConfigProblems({ server }: ShellState): number {
  return findConfigFaults(server).length;
}

/** Whether axe says that many readers cannot use a part. */
export function isSerious(impact: string): boolean {
  return impact === "serious" || impact === "critical";
}

function findDiagnostics({ url, liveWidgets, server }: ShellState): readonly LiveDiagnostic[] {
  const subject = findStageSubject(url.widget, liveWidgets, server);
  return subject.kind === "live" ? subject.widget.diagnostics ?? [] : [];
}

function findViolated(state: ShellState): readonly Violation[] {
  const outcome = findOutcome(state);
  return outcome.status === "done" ? outcome.violations : [];
}

function isOwn({ text }: LogEntry): boolean {
  return !isFromVite(text);
}

function isError({ level }: LogEntry): boolean {
  return level === "error" || level === "uncaught";
}
