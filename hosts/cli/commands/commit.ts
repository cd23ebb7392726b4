import { resolve } from "node:path";
import * as v from "valibot";
import { describeReplacesFault } from "../../../core/commit/mod.ts";
import { BATCH_KINDS } from "../../../core/contract/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { type CommandInput, type Terminal, UsageError } from "../../../terminal/mod.ts";
import { commitBatch, type CommitOptions, type CommitReport } from "../../commit/mod.ts";
import { enqueueCommit, locateWorkspace, openSharedWorkspaces } from "../../commit_queue/mod.ts";
import { defineAction } from "../../application/action.ts";
import { dispatch } from "../dispatch.ts";
import type { Host, HostCommand } from "../host.ts";
import { DATA_OPTION, readDate, readKind, readUser, WORKSPACES_OPTION } from "../options.ts";

const REQUEST_FIELDS = {
  userId: v.string(),
  taskId: v.string(),
  localDate: v.string(),
  kind: v.picklist(BATCH_KINDS),
  strict: v.boolean(),
  replaces: v.optional(v.nullable(v.string())),
};

const commitAction = defineAction({
  name: "commit",
  input: v.strictObject({ ...REQUEST_FIELDS, directory: v.string() }),
  notifies: true,
  run: (deps, request) => commitBatch(deps, { ...request, onProgress: deps.onProgress }),
  audit: ({ userId: user, localDate, kind, taskId }, report) => ({
    action: "commit",
    user,
    taskId,
    batchId: formatBatchId(localDate, kind),
    revision: report?.commitId ?? null,
  }),
  warnings: ({ warnings }) => warnings,
});

const enqueueAction = defineAction({
  name: "enqueue-commit",
  input: v.strictObject({ ...REQUEST_FIELDS, workspace: v.string() }),
  run: (deps, request) => enqueueCommit(deps, request, deps.source),
});

export const actions = [commitAction, enqueueAction];

/** `deno task commit`. */
export const command: HostCommand = {
  name: "commit",
  summary: "Scan the bundles of a batch and commit them as the batch of a user, date and kind.",
  positionals: {
    usage: "DIR",
    least: 1,
    most: 1,
    help: "the folder that contains widget-batch/dist, or {date}/{kind}/widget-batch/dist",
  },
  options: {
    user: { type: "string", value: "U", help: "the user", required: true },
    task: { type: "string", value: "T", help: "the task that made the batch", required: true },
    date: { type: "string", value: "YYYY-MM-DD", help: "the date of the batch", required: true },
    kind: {
      type: "string",
      value: "KIND",
      help: "morning_brief, evening_brief, diary, welcome or feature_intro",
      required: true,
    },
    enqueue: {
      type: "boolean",
      help: "queue the commit for commit-worker instead of committing now",
    },
    workspaces: { ...WORKSPACES_OPTION, help: `${WORKSPACES_OPTION.help}, for --enqueue` },
    strict: { type: "boolean", help: "fail without any change if one bundle is invalid" },
    replaces: {
      type: "string",
      value: "REV",
      help: "fail without any change unless the batch is of this revision, or with none does not exist",
    },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object, or with --enqueue the request" },
  },
  notes: ["Exit codes: 0 committed or queued, 1 failed without any change, 2 invalid arguments."],
  examples: [
    "deno task commit --user demo --task t1 --date 2026-01-31 --kind morning_brief ./work",
    "deno task commit --enqueue --workspaces /workspace --user demo --task t1 --date 2026-01-31 --kind diary /workspace/t1",
  ],
  async run(input, terminal, host) {
    const request = readRequest(input);
    if (input.has("enqueue")) return await enqueue(request, input, terminal, host);
    if (input.optional("workspaces") !== undefined) throw new UsageError("--workspaces requires --enqueue");
    const report = await dispatch(commitAction, request, { command: input, terminal, host });
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else printReport(report, terminal);
    return 0;
  },
};

type ReadRequest = CommitOptions & { strict: boolean; directory: string };

async function enqueue(
  { directory, ...target }: ReadRequest,
  input: CommandInput,
  terminal: Terminal,
  host: Host,
): Promise<number> {
  const folder = input.optional("workspaces");
  if (folder === undefined) throw new UsageError("--enqueue requires --workspaces");
  const workspace = await locateWorkspace(await openSharedWorkspaces(folder), directory);
  const event = await dispatch(enqueueAction, { ...target, workspace }, { command: input, terminal, host });
  terminal.print(input.has("json") ? JSON.stringify(event) : `queued ${event.subject}: request ${event.id}`);
  return 0;
}

function readRequest(input: CommandInput): ReadRequest {
  const taskId = input.text("task");
  if (taskId.trim() === "") {
    throw new UsageError("invalid task: --task takes the id of the task that made the batch");
  }
  return {
    userId: readUser(input.text("user")),
    taskId,
    localDate: readDate(input.text("date")),
    kind: readKind(input.text("kind")),
    directory: resolve(input.positionals[0]!),
    strict: input.has("strict"),
    ...readReplaces(input.optional("replaces")),
  };
}

/** `none` is a batch that does not exist. */
function readReplaces(text: string | undefined): Pick<CommitOptions, "replaces"> {
  if (text === undefined) return {};
  const replaces = text === "none" ? null : text;
  const fault = describeReplacesFault(replaces);
  if (fault === null) return { replaces };
  throw new UsageError(`invalid --replaces: ${fault}, as deno task history lists it, nor none`);
}

function printReport({ widgets, batchId, replaced }: CommitReport, terminal: Terminal): void {
  for (const { id, name, hash } of widgets) terminal.print(`${id} ${name} ${hash}`);
  terminal.print(`committed ${batchId}: ${widgets.length} widgets, ${replaced} replaced`);
}
