import { resolve } from "node:path";
import * as v from "valibot";
import { quote } from "../../../core/errors/mod.ts";
import { type Terminal, UsageError } from "../../../terminal/mod.ts";
import { formatSweepDocument } from "../../sweep/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION } from "../options.ts";
import {
  createSweepFiles,
  readMissing,
  readSteps,
  selectSteps,
  type SweepFileReport,
  sweepIntoFile,
} from "../sweep_steps.ts";

const sweepAction = defineAction({
  name: "sweep",
  input: v.strictObject({
    dryRun: v.boolean(),
    plan: v.nullable(v.string()),
    steps: v.string(),
    missing: v.string(),
  }),
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
    "The grace period is TCK_RETENTION: a number and s, m, h or d (default: 24h).",
    "An object that a batch references and that does not exist is a fault: it is listed, and nothing is changed.",
    "Exit codes: 0 swept, 1 failed, rejected a step of the plan or found a missing object, 2 invalid arguments.",
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
    await using files = await createSweepFiles();
    const report = await dispatch(sweepAction, {
      dryRun: input.has("dry-run"),
      plan: plan === undefined ? null : resolve(plan),
      steps: files.steps,
      missing: files.missing,
    }, { command: input, terminal, host });
    await (input.has("json") ? printJson : printText)(report, files, terminal);
    return report.refused === 0 && report.missing === 0 ? 0 : 1;
  },
};

interface SweepFiles {
  readonly steps: string;
  readonly missing: string;
}

async function printJson(report: SweepFileReport, files: SweepFiles, terminal: Terminal): Promise<void> {
  const lists = {
    steps: selectSteps(files.steps, false),
    refused: selectSteps(files.steps, true),
    missing: readMissing(files.missing),
  };
  for await (const line of formatSweepDocument(lists, report)) terminal.print(line);
}

async function printText(report: SweepFileReport, files: SweepFiles, terminal: Terminal): Promise<void> {
  for await (const { action, key, reason, refused: isRejected } of readSteps(files.steps)) {
    if (isRejected) terminal.warn(`rejected: ${action} ${key} (${reason}): it no longer applies`);
    else terminal.print(`${action} ${key} (${reason})`);
  }
  for await (const { key, batchId, userId } of readMissing(files.missing)) {
    terminal.warn(`missing: ${key} (batch ${batchId} of user ${quote(userId)} references it)`);
  }
  terminal.print(report.dryRun ? `${report.steps} steps, none run` : `${report.deleted} objects deleted`);
}
