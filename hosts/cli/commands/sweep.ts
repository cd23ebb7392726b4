import { sweepObjects, type SweepReport } from "../../commit/mod.ts";
import type { Command } from "../command.ts";
import { DATA_OPTION } from "../options.ts";
import { readSettings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";

/** `deno task sweep`. */
export const command: Command = {
  name: "sweep",
  summary:
    "Run the cleanup task once: delete the objects that nothing names any more, once their grace is over.",
  options: {
    "dry-run": { type: "boolean", help: "print the plan that a run would execute, and change nothing" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object" },
  },
  notes: [
    "The grace is TCK_RETENTION: a number and s, m, h or d (default: 24h).",
    "Exit codes: 0 swept, 1 failed, 2 the command line is wrong.",
  ],
  examples: ["deno task sweep --dry-run", "deno task sweep --data .tck --json"],
  async run(input, terminal) {
    const settings = readSettings();
    const dataDir = input.text("data");
    const request = { dryRun: input.has("dry-run") };
    const report: SweepReport = await actOnStores(
      settings,
      dataDir,
      terminal,
      "sweep",
      request,
      () => withStores(settings, dataDir, terminal, (service) => sweepObjects(service, request)),
    );
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else {
      for (const step of report.steps) terminal.print(`${step.action} ${step.key} (${step.reason})`);
      terminal.print(
        report.dryRun ? `${report.steps.length} steps, none run` : `${report.deleted} objects deleted`,
      );
    }
    return 0;
  },
};
