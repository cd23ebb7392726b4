import { type CommitReport, rollbackBatch } from "../../commit/mod.ts";
import type { Command } from "../../../terminal/command.ts";
import { DATA_OPTION, DEFAULT_APP_URL, readUser } from "../options.ts";
import { readSettings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";

/** `deno task rollback`. */
export const command: Command = {
  name: "rollback",
  summary: "Commit a revision of a batch again, as long as its objects are kept.",
  options: {
    to: { type: "string", value: "REV", help: "the revision, as deno task history lists it", required: true },
    user: { type: "string", value: "U", help: "the user", required: true },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object" },
  },
  notes: [
    "What a revision named stays for TCK_RETENTION after it was replaced (default: 24h).",
    "Exit codes: 0 committed, 1 failed and nothing changed, 2 the command line is wrong.",
  ],
  examples: ["deno task rollback --to 0b9e1c1e-3f0a-4c58-9d6e-1f0f6a1f2b3c --user demo"],
  async run(input, terminal) {
    const request = { userId: readUser(input.text("user")), revision: input.text("to") };
    const settings = readSettings();
    const dataDir = input.text("data");
    const report: CommitReport = await actOnStores(
      settings,
      dataDir,
      terminal,
      "rollback",
      request,
      () =>
        withStores(
          settings,
          dataDir,
          terminal,
          (service) => rollbackBatch({ ...service, appUrl: settings.appUrl ?? DEFAULT_APP_URL }, request),
        ),
    );
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else {
      for (const { level, event, message } of report.warnings) {
        terminal.warn(`${level}: ${event}: ${message}`);
      }
      const { batchId, widgets, replaced, commitId } = report;
      terminal.print(
        `committed ${batchId}: ${widgets.length} widgets, ${replaced} replaced; revision ${commitId}`,
      );
    }
    return 0;
  },
};
