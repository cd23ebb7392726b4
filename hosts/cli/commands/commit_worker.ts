import type { LogEvent } from "../../../core/commit/mod.ts";
import { readPort, type Terminal, watchProcessEnd } from "../../../terminal/mod.ts";
import { openSharedWorkspaces, runCommitWorker } from "../../commit_queue/mod.ts";
import { createServerLog } from "../../operations/mod.ts";
import type { HostCommand } from "../host.ts";
import { DATA_OPTION, WORKSPACES_OPTION } from "../options.ts";
import { nameActor } from "../../application/actor.ts";
import { type OperationsServer, serveOperations } from "../../application/operations_server.ts";
import { readSettings, resolveAppUrl, type Settings } from "../../application/settings.ts";
import { createStorage } from "../../application/storage.ts";
import { type OpenStores, withStores } from "../../application/stores.ts";

/** `deno task commit-worker`. */
export const command: HostCommand = {
  name: "commit-worker",
  summary: "Carry out queued commit requests until it is ended.",
  options: {
    workspaces: { ...WORKSPACES_OPTION, required: true },
    once: { type: "boolean", help: "end when no request is due" },
    port: {
      type: "string",
      value: "N",
      help: "serve /healthz, /readyz and /metrics on this port, 0 for any free one",
    },
    host: { type: "string", value: "ADDRESS", help: "the address of --port", default: "127.0.0.1" },
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
    "TCK_METRICS_TOKEN=… deno task commit-worker --workspaces /workspace --port 9464 --host 0.0.0.0",
  ],
  async run(input, terminal, host) {
    const settings = readSettings();
    const appUrl = resolveAppUrl(settings);
    const [port, hostname] = [input.optional("port"), input.text("host")];
    const address = port === undefined ? null : { hostname, port: readPort(port) };
    const signal = watchProcessEnd();
    const drain = input.has("once");
    const workspaces = await openSharedWorkspaces(input.text("workspaces"));
    const { committed, failed } = await withStores(
      settings,
      input.text("data"),
      { terminal, host },
      async (service) => {
        const printed = input.has("json") ? createJsonLog(terminal) : service.log;
        await using operations = await listen(address, settings, { ...service, log: printed }, signal);
        const { log } = operations;
        log(buildStartedEvent(workspaces, operations.url));
        signal.addEventListener("abort", () => log(info("commit_worker_ending", "Takes no more requests")));
        return await runCommitWorker({ ...service, log, appUrl }, {
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

/** Serves the routes for operators, if there is an address for them. */
async function listen(
  address: { hostname: string; port: number } | null,
  settings: Settings,
  { log, ...service }: OpenStores,
  draining: AbortSignal,
): Promise<Omit<OperationsServer, "url"> & { url: string | null }> {
  if (address === null) return { url: null, log, async [Symbol.asyncDispose]() {} };
  const options = { roles: ["commit-worker"], ...address, settings };
  return await serveOperations(options, { storage: createStorage(service), log, draining });
}

function buildStartedEvent(workspaces: string, url: string | null): LogEvent {
  const message = `Takes commit requests of workspaces below ${workspaces}`;
  if (url === null) return info("commit_worker_started", message);
  return { ...info("commit_worker_started", `${message}; for operators: ${url}`), url };
}

/** The log on standard output, whatever its level is otherwise. */
function createJsonLog({ print }: Terminal): (event: LogEvent) => void {
  return createServerLog({ format: "json", level: "info" }, { note: print, warn: print });
}

function info(event: string, message: string): LogEvent {
  return { event, level: "info", message };
}
