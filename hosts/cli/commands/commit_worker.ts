import type { LogEvent } from "../../../core/commit/mod.ts";
import { type Terminal, watchProcessEnd } from "../../../terminal/mod.ts";
import { openSharedWorkspaces, runCommitWorker } from "../../commit_queue/mod.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, WORKSPACES_OPTION } from "../options.ts";
import { nameActor } from "../../application/actor.ts";
import { readSettings, resolveAppUrl } from "../../application/settings.ts";
import { withStores } from "../../application/stores.ts";

/** `deno task commit-worker`. */
export const command: HostCommand = {
  name: "commit-worker",
  summary: "Carry out queued commit requests until it is ended.",
  options: {
    workspaces: { ...WORKSPACES_OPTION, required: true },
    once: { type: "boolean", help: "end when no request is due" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print each event as one line of JSON" },
  },
  notes: [
    "Any number of workers on any number of machines share the queue, through the database and the object store.",
    "Ctrl-C or SIGTERM aborts the running commit, unless it is about to complete, and releases its request.",
    "A failed request is retried, later each time; deno task dead-letters lists those that are no longer retried.",
    "Exit codes: 0 ended, 1 failed, or with --once a request failed, 2 invalid arguments.",
  ],
  examples: [
    "TCK_DATABASE_URL=postgres://… TCK_OBJECTS_URL=s3://… TCK_APP_URL=https://… deno task commit-worker --workspaces /workspace",
    "deno task commit-worker --workspaces /workspace --once --json",
  ],
  async run(input, terminal, host) {
    const settings = readSettings();
    const appUrl = resolveAppUrl(settings);
    const signal = watchProcessEnd();
    const drain = input.has("once");
    const workspaces = await openSharedWorkspaces(input.text("workspaces"));
    const { committed, failed } = await withStores(
      settings,
      input.text("data"),
      { terminal, host },
      (service) => {
        const log = input.has("json") ? createJsonLog(terminal) : service.log;
        log(info("commit_worker_started", `Takes commit requests of workspaces below ${workspaces}`));
        signal.addEventListener("abort", () => log(info("commit_worker_ending", "Takes no more requests")));
        return runCommitWorker({ ...service, log, appUrl }, {
          workspaces,
          actor: nameActor("commit-worker"),
          drain,
          signal,
        });
      },
    );
    const summary = `${committed} requests committed, ${failed} attempts failed`;
    if (settings.log.format === "json") terminal.note(summary);
    else if (!input.has("json")) terminal.print(summary);
    return drain && failed > 0 ? 1 : 0;
  },
};

function createJsonLog(terminal: Terminal): (event: LogEvent) => void {
  return (event) => terminal.print(JSON.stringify(event));
}

function info(event: string, message: string): LogEvent {
  return { event, level: "info", message };
}
