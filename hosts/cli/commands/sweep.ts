import { resolve } from "node:path";
import * as v from "valibot";
import { quote } from "../../../core/errors/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { type Terminal, UsageError } from "../../../terminal/mod.ts";
import { formatSweepDocument } from "../../sweep/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION } from "../options.ts";
import {
  createSweepFile,
  readSweepLines,
  selectSweepLines,
  type SweepFileReport,
  sweepIntoFile,
} from "../sweep_lines.ts";

const sweepAction = defineAction({
  name: "sweep",
  input: v.strictObject({ dryRun: v.boolean(), plan: v.nullable(v.string()), lines: v.string() }),
  run: (deps, request) => sweepIntoFile(deps, request),
});

export const actions = [sweepAction];

/** `deno task sweep`. */
export const command: HostCommand = {
  name: "sweep",
  summary:
    "Run the cleanup task once: delete unreferenced objects whose grace period is over, and list missing ones.",
  options: {
    "dry-run": { type: "boolean", help: "print the plan that a run would execute, and change nothing" },
    plan: {
      type: "string",
      value: "FILE",
      help: "execute the plan that --dry-run --json printed, except for steps that no longer apply",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object, with one step per line" },
  },
  notes: [
    "The grace period is TCK_RETENTION: a number and s, m, h or d (default: 24h). With TCK_KEEP_BATCHES, older batches are deleted first; a plan does not contain them.",
    "An object that a batch references and that does not exist is a fault: it is listed, and nothing is changed.",
    "Exit codes: 0 swept, 1 failed, could not delete or read something, rejected a step of the plan or found a missing object, 2 invalid arguments.",
  ],
  examples: [
    "deno task sweep --dry-run",
    "deno task sweep --dry-run --json > plan.json && deno task sweep --plan plan.json",
  ],
  async run(input, terminal, host) {
    const plan = input.optional("plan");
    if (plan !== undefined && input.has("dry-run")) {
      throw new UsageError("--plan and --dry-run cannot be used together");
    }
    await using file = await createSweepFile();
    const report = await dispatch(sweepAction, {
      dryRun: input.has("dry-run"),
      plan: plan === undefined ? null : resolve(plan),
      lines: file.lines,
    }, { command: input, terminal, host });
    await (input.has("json") ? printJson : printText)(report, file.lines, terminal);
    return report.refused + report.missing + report.failed === 0 ? 0 : 1;
  },
};

async function printJson(report: SweepFileReport, path: string, terminal: Terminal): Promise<void> {
  const lists = {
    steps: selectSweepLines(path, "steps"),
    refused: selectSweepLines(path, "refused"),
    missing: selectSweepLines(path, "missing"),
    expired: selectSweepLines(path, "expired"),
  };
  for await (const line of formatSweepDocument(lists, report)) terminal.print(line);
}

async function printText(report: SweepFileReport, path: string, terminal: Terminal): Promise<void> {
  for await (const [list, found] of readSweepLines(path)) {
    if (list === "missing") {
      const { key, batchId, userId } = found;
      terminal.warn(`missing: ${key} (batch ${batchId} of user ${quote(userId)} references it)`);
      continue;
    }
    if (list === "expired") {
      const { userId, localDate, kind } = found;
      terminal.print(
        `delete batch ${formatBatchId(localDate, kind)} of user ${quote(userId)} (TCK_KEEP_BATCHES)`,
      );
      continue;
    }
    const { action, key, reason } = found;
    if (list === "steps") terminal.print(`${action} ${key} (${reason})`);
    else terminal.warn(`rejected: ${action} ${key} (${reason}): it no longer applies`);
  }
  if (report.failed > 0) {
    terminal.warn(`${report.failed} could not be deleted or read: the log has each of them`);
  }
  const expired = report.expired === 0 ? "" : `, ${report.expired} old batches`;
  terminal.print(
    `${report.dryRun ? `${report.steps} steps, none run` : `${report.deleted} objects deleted`}${expired}`,
  );
}
