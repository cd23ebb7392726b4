import * as v from "valibot";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { UsageError } from "../../../terminal/mod.ts";
import { defineAction } from "../../application/action.ts";
import { deleteBatch } from "../../sweep/mod.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, readDate, readKind, readUser } from "../options.ts";

const deleteAction = defineAction({
  name: "delete-batch",
  input: v.strictObject({ userId: v.string(), localDate: v.string(), kind: v.picklist(BATCH_KINDS) }),
  audit: ({ userId: user, localDate, kind }) => ({
    action: "delete_batch",
    user,
    batchId: formatBatchId(localDate, kind),
  }),
  run: (deps, batch) => deleteBatch(deps, batch),
});

export const actions = [deleteAction];

/** `deno task batch`. */
export const command: HostCommand = {
  name: "batch",
  summary: "Delete a batch of a user with its revisions; its objects follow after TCK_RETENTION.",
  positionals: { usage: "delete", least: 1, most: 1, help: "what to do" },
  options: {
    user: { type: "string", value: "U", help: "the user", required: true },
    date: { type: "string", value: "YYYY-MM-DD", help: "the date of the batch", required: true },
    kind: { type: "string", value: "KIND", help: "the kind of the batch", required: true },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print { widgets, revisions, tombstoned } as one JSON object" },
  },
  notes: ["Exit codes: 0 deleted, 1 failed, or the user has no such batch, 2 invalid arguments."],
  examples: ["deno task batch delete --user demo --date 2026-01-31 --kind morning_brief"],
  async run(input, terminal, host) {
    if (input.positionals[0] !== "delete") throw new UsageError("expected `delete`");
    const batch = {
      userId: readUser(input.text("user")),
      localDate: readDate(input.text("date")),
      kind: readKind(input.text("kind")),
    };
    const removed = await dispatch(deleteAction, batch, { command: input, terminal, host });
    const { widgets, revisions } = removed;
    if (input.has("json")) terminal.print(JSON.stringify(removed));
    else {
      const batchId = formatBatchId(batch.localDate, batch.kind);
      terminal.print(`deleted ${batchId}: ${widgets} widgets, ${revisions} revisions`);
    }
    return widgets + revisions > 0 ? 0 : 1;
  },
};
