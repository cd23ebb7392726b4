import { resolve } from "node:path";
import * as v from "valibot";
import { type Command, type Terminal, UsageError } from "../../../terminal/mod.ts";
import { formatSweepDocument, type SweepPlanReport } from "../../sweep/mod.ts";
import { defineAction } from "../action.ts";
import { dispatch } from "../dispatch.ts";
import { DATA_OPTION } from "../options.ts";
import { createStepFile, readSteps, selectSteps, sweepIntoFile } from "../sweep_steps.ts";

const sweepAction = defineAction({
  name: "sweep",
  input: v.strictObject({ dryRun: v.boolean(), plan: v.nullable(v.string()), steps: v.string() }),
  run: (deps, request) => sweepIntoFile(deps, request),
});

export const actions = [sweepAction];

/** `deno task sweep`. */
export const command: Command = {
  name: "sweep",
  summary: "Run the cleanup task once: delete unreferenced objects whose grace period is over.",
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
    "Exit codes: 0 swept, 1 failed or rejected a step of the plan, 2 invalid arguments.",
  ],
  examples: [
    "deno task sweep --dry-run",
    "deno task sweep --dry-run --json > plan.json && deno task sweep --plan plan.json",
  ],
  async run(input, terminal) {
    const plan = input.optional("plan");
    if (plan !== undefined && input.has("dry-run")) {
      throw new UsageError("--plan and --dry-run cannot be used together");
    }
    await using steps = await createStepFile();
    const report = await dispatch(sweepAction, {
      dryRun: input.has("dry-run"),
      plan: plan === undefined ? null : resolve(plan),
      steps: steps.path,
    }, { dataDir: input.text("data"), terminal });
    await (input.has("json") ? printJson : printText)(report, steps.path, terminal);
    return report.refused === 0 ? 0 : 1;
  },
};

async function printJson(report: SweepPlanReport, path: string, terminal: Terminal): Promise<void> {
  const steps = { steps: selectSteps(path, false), refused: selectSteps(path, true) };
  for await (const line of formatSweepDocument(steps, report)) terminal.print(line);
}

async function printText(report: SweepPlanReport, path: string, terminal: Terminal): Promise<void> {
  for await (const { action, key, reason, refused: isRejected } of readSteps(path)) {
    if (isRejected) terminal.warn(`rejected: ${action} ${key} (${reason}): it no longer applies`);
    else terminal.print(`${action} ${key} (${reason})`);
  }
  terminal.print(report.dryRun ? `${report.steps} steps, none run` : `${report.deleted} objects deleted`);
}
