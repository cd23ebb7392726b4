import { resolve } from "node:path";
import { formatSweepDocument, type SweepPlanReport } from "../../sweep/mod.ts";
import { type Command, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION } from "../options.ts";
import { readSettings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";
import {
  makeStepFile,
  readWrittenSteps,
  selectSteps,
  sweepIntoFile,
  type SweepRequest,
} from "../sweep_steps.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

/** `deno task sweep`. */
export const command: Command = {
  name: "sweep",
  summary:
    "Run the cleanup task once: delete the objects that nothing names any more, once their grace is over.",
  options: {
    "dry-run": { type: "boolean", help: "print the plan that a run would execute, and change nothing" },
    plan: {
      type: "string",
      value: "FILE",
      help: "execute exactly the plan that --dry-run --json printed, except for what has changed since",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object, each step on a line of its own" },
  },
  notes: [
    "The grace is TCK_RETENTION: a number and s, m, h or d (default: 24h).",
    "Exit codes: 0 swept, 1 failed or refused a step of the plan, 2 the command line is wrong.",
  ],
  examples: [
    "deno task sweep --dry-run",
    "deno task sweep --dry-run --json > plan.json && deno task sweep --plan plan.json",
  ],
  async run(input, terminal) {
    const settings = readSettings();
    const [dataDir, plan] = [input.text("data"), input.optional("plan")];
    if (plan !== undefined && input.has("dry-run")) {
      throw new UsageError("Cannot sweep: --plan and --dry-run exclude each other");
    }
    await using steps = await makeStepFile();
    const request: SweepRequest = {
      dryRun: input.has("dry-run"),
      plan: plan === undefined ? null : resolve(plan),
      steps: steps.path,
    };
    const sweepHere = () =>
      withStores(settings, dataDir, terminal, (service) => sweepIntoFile(service, request));
    const report = await actOnStores<SweepPlanReport>(
      settings,
      dataDir,
      terminal,
      "sweep",
      request,
      sweepHere,
    );
    await (input.has("json") ? printJson : printText)(report, steps.path, terminal);
    return report.refused === 0 ? 0 : 1;
  },
};

async function printJson(report: SweepPlanReport, path: string, terminal: Terminal): Promise<void> {
  const steps = { steps: selectSteps(path, false), refused: selectSteps(path, true) };
  for await (const line of formatSweepDocument(steps, report)) terminal.print(line);
}

async function printText(report: SweepPlanReport, path: string, terminal: Terminal): Promise<void> {
  for await (const { action, key, reason, refused } of readWrittenSteps(path)) {
    if (refused) terminal.warn(`refused: ${action} ${key} (${reason}): it has changed since`);
    else terminal.print(`${action} ${key} (${reason})`);
  }
  terminal.print(report.dryRun ? `${report.steps} steps, none run` : `${report.deleted} objects deleted`);
}
