import * as v from "valibot";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isLocalDate } from "../../../core/naming/mod.ts";
import { type CommandInput, UsageError } from "../../../terminal/mod.ts";
import { CommitError } from "../../commit/mod.ts";
import { listRevisions, type Revision, type RevisionQuery } from "../../postgres/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, readDate, readKind, readUser } from "../options.ts";

const MAX_REVISIONS = 1_000;

const REVISION = v.pipe(v.string(), v.uuid());

const historyAction = defineAction({
  name: "history",
  input: v.strictObject({
    userId: v.string(),
    localDate: v.optional(v.pipe(v.string(), v.check(isLocalDate, "expected a calendar date"))),
    kind: v.optional(v.picklist(BATCH_KINDS)),
    before: v.optional(REVISION),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_REVISIONS)),
  }),
  async run({ database }, query) {
    const page = await listRevisions(database, query);
    if (page !== null) return page;
    const message = `Cannot list the revisions before ${quote(query.before!)}: user ${
      quote(query.userId)
    } has no such revision`;
    throw new CommitError("commit.unknown_revision", message);
  },
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
    before: { type: "string", value: "REV", help: "only those that are listed after this revision" },
    limit: { type: "string", value: "N", help: `how many, at most ${MAX_REVISIONS}`, default: "100" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object: { revisions, next }" },
  },
  notes: [
    "The current revisions are marked with *. If there are more, --before REV with the last one lists the next page.",
    "Exit codes: 0 listed, 1 failed, 2 invalid arguments.",
  ],
  examples: [
    "deno task history --user demo",
    "deno task history --user demo --date 2026-01-31 --json",
    "deno task history --user demo --limit 20 --before 0b9e1c1e-3f0a-4c58-9d6e-1f0f6a1f2b3c",
  ],
  async run(input, terminal, host) {
    const { revisions, next } = await dispatch(historyAction, readQuery(input), {
      command: input,
      terminal,
      host,
    });
    if (input.has("json")) {
      terminal.print(JSON.stringify({ revisions, next }));
      return 0;
    }
    for (const revision of revisions) terminal.print(formatRevision(revision));
    if (next !== null) terminal.note(`There are more: add --before ${next}`);
    return 0;
  },
};

function readQuery(input: CommandInput): RevisionQuery {
  const [date, kind] = [input.optional("date"), input.optional("kind")];
  return {
    userId: readUser(input.text("user")),
    localDate: date === undefined ? undefined : readDate(date),
    kind: kind === undefined ? undefined : readKind(kind),
    before: readRevision(input.optional("before")),
    limit: readLimit(input.text("limit")),
  };
}

function readRevision(text: string | undefined): string | undefined {
  if (text === undefined || v.is(REVISION, text)) return text;
  throw new UsageError(`invalid revision ${quote(text)}: expected a UUID, as this command lists it`);
}

function readLimit(text: string): number {
  const limit = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_REVISIONS) return limit;
  throw new UsageError(`invalid limit ${quote(text)}: expected 1 to ${MAX_REVISIONS}`);
}

function formatRevision(entry: Revision): string {
  const { revision, committedAt, localDate, kind, taskId, widgetCount, replaced, current } = entry;
  const mark = current ? "*" : " ";
  const origin = `${widgetCount} widgets by task ${quote(taskId)}, replaced ${replaced ?? "nothing"}`;
  return `${mark} ${revision} ${committedAt} ${localDate} ${kind}: ${origin}`;
}
