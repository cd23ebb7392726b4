import * as v from "valibot";
import { rollbackBatch } from "../../commit/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, readUser } from "../options.ts";

const rollbackAction = defineAction({
  name: "rollback",
  input: v.strictObject({ userId: v.string(), revision: v.string() }),
  notifies: true,
  run: (deps, request) => rollbackBatch(deps, request),
  warnings: ({ warnings }) => warnings,
});

export const actions = [rollbackAction];

/** `deno task rollback`. */
export const command: HostCommand = {
  name: "rollback",
  summary: "Commit a revision of a batch again, if its objects still exist.",
  options: {
    to: {
      type: "string",
      value: "REV",
      help: "the revision, as listed by deno task history",
      required: true,
    },
    user: { type: "string", value: "U", help: "the user", required: true },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object" },
  },
  notes: [
    "The objects of a revision are kept for TCK_RETENTION after it was replaced (default: 24h).",
    "Exit codes: 0 committed, 1 failed without any change, 2 invalid arguments.",
  ],
  examples: ["deno task rollback --to 0b9e1c1e-3f0a-4c58-9d6e-1f0f6a1f2b3c --user demo"],
  async run(input, terminal, host) {
    const request = { userId: readUser(input.text("user")), revision: input.text("to") };
    const report = await dispatch(rollbackAction, request, { command: input, terminal, host });
    if (input.has("json")) {
      terminal.print(JSON.stringify(report));
      return 0;
    }
    const { batchId, widgets, replaced, commitId } = report;
    terminal.print(
      `committed ${batchId}: ${widgets.length} widgets, ${replaced} replaced; revision ${commitId}`,
    );
    return 0;
  },
};
