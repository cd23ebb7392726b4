import * as v from "valibot";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isLocalDate } from "../../../core/naming/mod.ts";
import type { CommandInput } from "../../../terminal/mod.ts";
import { listRevisions, type Revision, type RevisionQuery } from "../../postgres/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, readDate, readKind, readUser } from "../options.ts";

const MAX_REVISIONS = 100;

const historyAction = defineAction({
  name: "history",
  input: v.strictObject({
    userId: v.string(),
    localDate: v.optional(v.pipe(v.string(), v.check(isLocalDate, "expected a calendar date"))),
    kind: v.optional(v.picklist(BATCH_KINDS)),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_REVISIONS)),
  }),
  run: ({ database }, query) => listRevisions(database, query),
});

export const actions = [historyAction];

/** `deno task history`. */
export const command: HostCommand = {
  name: "history",
  summary:
    "List the revisions of a user's batches, the newest first: when, by which task, what each replaced.",
  options: {
    user: { type: "string", value: "U", help: "the user", required: true },
    date: { type: "string", value: "YYYY-MM-DD", help: "only batches of this date" },
    kind: { type: "string", value: "KIND", help: "only batches of this kind" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object: { revisions }" },
  },
  notes: [
    `At most ${MAX_REVISIONS} revisions are listed. The current one is marked with *.`,
    "Exit codes: 0 listed, 1 failed, 2 invalid arguments.",
  ],
  examples: ["deno task history --user demo", "deno task history --user demo --date 2026-01-31 --json"],
  async run(input, terminal, host) {
    const revisions = await dispatch(historyAction, readQuery(input), { command: input, terminal, host });
    if (input.has("json")) terminal.print(JSON.stringify({ revisions }));
    else for (const revision of revisions) terminal.print(formatRevision(revision));
    return 0;
  },
};

function readQuery(input: CommandInput): RevisionQuery {
  const [date, kind] = [input.optional("date"), input.optional("kind")];
  return {
    userId: readUser(input.text("user")),
    localDate: date === undefined ? undefined : readDate(date),
    kind: kind === undefined ? undefined : readKind(kind),
    limit: MAX_REVISIONS,
  };
}

function formatRevision(entry: Revision): string {
  const { revision, committedAt, localDate, kind, taskId, widgetCount, replaced, current } = entry;
  const mark = current ? "*" : " ";
  const origin = `${widgetCount} widgets by task ${quote(taskId)}, replaced ${replaced ?? "nothing"}`;
  return `${mark} ${revision} ${committedAt} ${localDate} ${kind}: ${origin}`;
}
