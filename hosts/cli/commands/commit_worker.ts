import type { Command } from "../../../terminal/command.ts";
import { watchProcessEnd } from "../../../terminal/process_end.ts";
import type { Terminal } from "../../../terminal/terminal.ts";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { openSharedWorkspaces, runCommitWorker } from "../../commit_queue/mod.ts";
import { DATA_OPTION, DEFAULT_APP_URL, WORKSPACES_OPTION } from "../options.ts";
import { readSettings } from "../settings.ts";
import { withStores } from "../stores.ts";

/** `deno task commit-worker`. */
export const command: Command = {
  name: "commit-worker",
  summary: "Carry out the commit requests that are queued, until it is ended.",
  options: {
    workspaces: { ...WORKSPACES_OPTION, required: true },
    once: { type: "boolean", help: "end when no request is due" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print each event as one line of JSON" },
  },
  notes: [
    "Any number of workers on any number of machines share the work, over the database and the object store.",
    "Ctrl-C or SIGTERM gives the commit under way up, unless it is at its end, and releases its request.",
    "What fails is tried again, later each time; deno task notifications --requests lists what is not tried any more.",
    "Exit codes: 0 ended, 1 failed, or with --once a request did, 2 the command line is wrong.",
  ],
  examples: [
    "TCK_DATABASE_URL=postgres://… TCK_OBJECTS_URL=s3://… deno task commit-worker --workspaces /workspace",
    "deno task commit-worker --workspaces /workspace --once --json",
  ],
  async run(input, terminal) {
    const settings = readSettings();
    const signal = watchProcessEnd();
    const drain = input.has("once");
    const workspaces = await openSharedWorkspaces(input.text("workspaces"));
    const { committed, failed } = await withStores(settings, input.text("data"), terminal, (service) => {
      const log = input.has("json") ? jsonLog(terminal) : service.log;
      log(describe("commit_worker_started", `Takes commit requests of workspaces below ${workspaces}`));
      signal.addEventListener("abort", () => log(describe("commit_worker_ending", "Takes no more requests")));
      const appUrl = settings.appUrl ?? DEFAULT_APP_URL;
      return runCommitWorker({ ...service, log, appUrl }, { workspaces, drain, signal });
    });
    if (!input.has("json")) terminal.print(`${committed} requests committed, ${failed} attempts failed`);
    return drain && failed > 0 ? 1 : 0;
  },
};

function jsonLog(terminal: Terminal): (event: LogEvent) => void {
  return (event) => terminal.print(JSON.stringify(event));
}

function describe(event: string, message: string): LogEvent {
  return { event, level: "info", message };
}
