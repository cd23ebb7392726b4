import { resolve } from "node:path";
import {
  executeSweepPlan,
  readSweepPlan,
  sweepObjects,
  type SweepPlanReport,
  type SweepReport,
} from "../../commit/mod.ts";
import { type Command, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION } from "../options.ts";
import { readSettings, type Settings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";
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
    json: { type: "boolean", help: "print the report as one JSON object" },
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
    const report = plan === undefined
      ? { ...await sweep(settings, dataDir, terminal, input.has("dry-run")), refused: [] }
      : await executePlan(settings, dataDir, terminal, resolve(plan));
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else printReport(report, terminal);
    return report.refused.length === 0 ? 0 : 1;
  },
};

function sweep(
  settings: Settings,
  dataDir: string,
  terminal: Terminal,
  dryRun: boolean,
): Promise<SweepReport> {
  const here = () => withStores(settings, dataDir, terminal, (service) => sweepObjects(service, { dryRun }));
  return actOnStores(settings, dataDir, terminal, "sweep", { dryRun }, here);
}

function executePlan(
  settings: Settings,
  dataDir: string,
  terminal: Terminal,
  path: string,
): Promise<SweepPlanReport> {
  const here = () =>
    withStores(
      settings,
      dataDir,
      terminal,
      async (service) => executeSweepPlan(service, await readSweepPlan(path)),
    );
  return actOnStores(settings, dataDir, terminal, "execute-sweep-plan", path, here);
}

function printReport({ dryRun, steps, deleted, refused }: SweepPlanReport, terminal: Terminal): void {
  for (const step of steps) terminal.print(`${step.action} ${step.key} (${step.reason})`);
  for (const step of refused) {
    terminal.warn(`refused: ${step.action} ${step.key} (${step.reason}): it has changed since`);
  }
  terminal.print(dryRun ? `${steps.length} steps, none run` : `${deleted} objects deleted`);
}
