import { resolve } from "node:path";
import { isLocalDate } from "../../../core/naming/mod.ts";
import type { CommitRequestedEvent } from "../../../core/commit/mod.ts";
import { commitBatch, type CommitOptions, type CommitReport } from "../../commit/mod.ts";
import { enqueueCommit, locateWorkspace, openSharedWorkspaces } from "../../commit_queue/mod.ts";
import { type Command, type CommandInput, UsageError } from "../../../terminal/command.ts";
import { DATA_OPTION, DEFAULT_APP_URL, readKind, readUser, WORKSPACES_OPTION } from "../options.ts";
import { readSettings, type Settings } from "../settings.ts";
import { actOnStores, withStores } from "../stores.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

/** `deno task commit`. */
export const command: Command = {
  name: "commit",
  summary: "Scan the bundles of a batch and commit them as the batch of a user's day and kind.",
  positionals: {
    usage: "DIR",
    least: 1,
    most: 1,
    help: "the folder that holds widget-batch/dist, or {date}/{kind}/widget-batch/dist",
  },
  options: {
    user: { type: "string", value: "U", help: "the user", required: true },
    task: { type: "string", value: "T", help: "the task that made the batch", required: true },
    date: { type: "string", value: "YYYY-MM-DD", help: "the user's day", required: true },
    kind: {
      type: "string",
      value: "KIND",
      help: "morning_brief, evening_brief, diary, welcome or feature_intro",
      required: true,
    },
    enqueue: { type: "boolean", help: "queue it for a deno task commit-worker in place of committing here" },
    workspaces: { ...WORKSPACES_OPTION, help: `${WORKSPACES_OPTION.help}, for --enqueue` },
    strict: { type: "boolean", help: "fail, and change nothing, when one bundle cannot be taken" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print the report as one JSON object, or with --enqueue the request" },
  },
  notes: ["Exit codes: 0 committed or queued, 1 failed and nothing changed, 2 the command line is wrong."],
  examples: [
    "deno task commit --user demo --task t1 --date 2026-01-31 --kind morning_brief ./work",
    "deno task commit --enqueue --workspaces /workspace --user demo --task t1 --date 2026-01-31 --kind diary /workspace/t1",
  ],
  async run(input, terminal) {
    const request = readRequest(input);
    const settings = readSettings();
    const dataDir = input.text("data");
    if (input.has("enqueue")) return await enqueue(settings, dataDir, request, input, terminal);
    if (input.optional("workspaces") !== undefined) {
      throw new UsageError("Cannot commit: --workspaces is for --enqueue");
    }
    const report = await actOnStores(
      settings,
      dataDir,
      terminal,
      "commit",
      request,
      () => commitHere(settings, dataDir, request, terminal),
    );
    if (input.has("json")) terminal.print(JSON.stringify(report));
    else printReport(report, terminal);
    return 0;
  },
};

function commitHere(
  settings: Settings,
  dataDir: string,
  request: CommitOptions,
  terminal: Terminal,
): Promise<CommitReport> {
  return withStores(settings, dataDir, terminal, (service) =>
    commitBatch({
      ...service,
      appUrl: settings.appUrl ?? DEFAULT_APP_URL,
    }, {
      ...request,
      onProgress: ({ stage, done, total }) => terminal.progress(`${stage} ${done}/${total}`),
    }));
}

async function enqueue(
  settings: Settings,
  dataDir: string,
  { directory, strict = false, ...order }: CommitOptions,
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  const folder = input.optional("workspaces");
  if (folder === undefined) throw new UsageError("Cannot commit: --enqueue needs --workspaces");
  const workspace = await locateWorkspace(await openSharedWorkspaces(folder), directory);
  const request = { ...order, workspace, strict };
  const event: CommitRequestedEvent = await actOnStores(
    settings,
    dataDir,
    terminal,
    "enqueue-commit",
    request,
    () => withStores(settings, dataDir, terminal, (service) => enqueueCommit(service, request, "/commit")),
  );
  terminal.print(input.has("json") ? JSON.stringify(event) : `queued ${event.subject}: request ${event.id}`);
  return 0;
}

function readRequest(input: CommandInput): CommitOptions {
  const userId = readUser(input.text("user"));
  const [taskId, localDate] = [input.text("task"), input.text("date")];
  if (!isLocalDate(localDate)) {
    throw new UsageError(`Cannot use date ${quote(localDate)}: expected a calendar date as YYYY-MM-DD`);
  }
  if (taskId.trim() === "") {
    throw new UsageError("Cannot use an empty task: --task takes the id of the task that made the batch");
  }
  return {
    userId,
    taskId,
    localDate,
    kind: readKind(input.text("kind")),
    directory: resolve(input.positionals[0]!),
    strict: input.has("strict"),
  };
}

function printReport(report: CommitReport, terminal: Terminal): void {
  for (const { level, event, message } of report.warnings) terminal.warn(`${level}: ${event}: ${message}`);
  for (const widget of report.widgets) terminal.print(`${widget.id} ${widget.name} ${widget.hash}`);
  terminal.print(
    `committed ${report.batchId}: ${report.widgets.length} widgets, ${report.replaced} replaced`,
  );
}

function quote(value: string): string {
  return JSON.stringify(value.slice(0, 80));
}
