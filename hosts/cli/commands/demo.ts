import * as esbuild from "esbuild";
import { join } from "node:path";
import { formatBatchId } from "../../../core/naming/mod.ts";
import {
  aborted,
  type CommandInput,
  readPort,
  type Terminal,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { type BuildReport, formatDiagnostic } from "../../../web/bundler/mod.ts";
import { commitBatch, type CommitDependencies } from "../../commit/mod.ts";
import { ListenError } from "../../server/listen_error.ts";
import { createBatchReader } from "../../postgres/mod.ts";
import { createDataFolder } from "../../application/data_folder.ts";
import { checkFeed, type FeedCheck } from "../feed_check.ts";
import type { Host, HostCommand } from "../host.ts";
import { loadActions } from "../store_commands.ts";
import { createServerLog } from "../../operations/mod.ts";
import { DATA_OPTION } from "../options.ts";
import {
  type RunningServiceDependencies,
  type RunningServiceOptions,
  startService,
} from "../../application/running_service.ts";
import { buildSampleProject } from "../../packaging/sample_project.ts";
import { readSettings, resolveAppUrl, type Settings } from "../../application/settings.ts";
import { type OpenStores, withStores } from "../../application/stores.ts";

const USER = "demo";
const KIND = "morning_brief";
const DEFAULT_PORT = 8787;

/** `deno task demo`. */
export const command: HostCommand = {
  name: "demo",
  summary: "Build the sample project, commit it as today's morning brief of user demo, and serve the feed.",
  options: {
    once: { type: "boolean", help: "check the feed, print the result and stop" },
    port: {
      type: "string",
      value: "N",
      help: `the port to listen on, 0 for any free one (default: ${DEFAULT_PORT}, or any free one)`,
    },
    host: { type: "string", value: "ADDRESS", help: "the address to listen on", default: "127.0.0.1" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object instead of text" },
  },
  notes: [
    "Widgets that have not changed since the last run are not built or committed again. Ctrl-C ends it.",
    "Exit codes with --once: 0 every module has its hash, 1 some do not, 2 invalid arguments.",
  ],
  examples: ["deno task demo", "deno task demo --once --json"],
  async run(input, terminal, host) {
    const chosenPort = input.optional("port");
    const port = chosenPort === undefined ? null : readPort(chosenPort);
    const settings = readSettings();
    resolveAppUrl(settings);
    const dataDir = input.text("data");
    const end = watchProcessEnd();
    await createDataFolder(dataDir);
    const report = await buildSample(join(dataDir, "demo"), terminal);
    if (report.diagnostics.length > 0) return 1;
    const code = await withStores(settings, dataDir, { terminal, host }, async (service) => {
      return await serveDemo(input, { terminal, host }, { settings, service, report, port, signal: end });
    });
    if (!input.has("once")) terminal.note("stopped");
    return code;
  },
};

async function buildSample(workspace: string, terminal: Terminal): Promise<BuildReport> {
  const report = await buildSampleProject(workspace, {
    onProgress: (done, total, widget) => terminal.progress(`build ${done}/${total} ${widget.name}`),
  });
  for (const diagnostic of report.diagnostics) terminal.warn(formatDiagnostic(diagnostic));
  const built = report.widgets.filter(({ status }) => status === "built").length;
  terminal.note(`built ${built} widgets, ${report.widgets.length - built} unchanged`);
  return report;
}

/** Commits the built batch, unless today's batch already has the same bundles. */
async function commitSample(
  service: CommitDependencies,
  dataDir: string,
  localDate: string,
  report: BuildReport,
  terminal: Terminal,
): Promise<void> {
  const reader = createBatchReader(service.database, service.objects);
  const committed = await reader.readBatch(USER, localDate, KIND);
  const hashes = report.widgets.map(({ hash }) => hash);
  const known = committed?.widgets.map(({ bundle }) => bundle.hash) ?? [];
  if (hashes.length === known.length && hashes.every((hash, index) => hash === known[index])) {
    terminal.note(`${committed!.batchId} is committed already`);
    return;
  }
  const directory = join(dataDir, "demo");
  const options = { userId: USER, taskId: "demo", localDate, kind: KIND, directory } as const;
  const { batchId, widgets } = await commitBatch(service, options);
  terminal.note(`committed ${batchId} with ${widgets.length} widgets`);
}

interface Demo {
  settings: Settings;
  service: OpenStores;
  report: BuildReport;
  /** The port to listen on, or null for the default one or any free one. */
  port: number | null;
  /** Aborts when the process is asked to end. */
  signal: AbortSignal;
}

async function serveDemo(
  input: CommandInput,
  { terminal, host }: { terminal: Terminal; host: Host },
  { settings, service, report, port, signal }: Demo,
): Promise<number> {
  await using running = await startOnFreePort(
    {
      settings,
      roles: ["storage", "public", "web"],
      dataDir: input.text("data"),
      hostname: input.text("host"),
      localUser: USER,
    },
    { service, loadActions, log: createServerLog(settings.log, terminal), ...host },
    port,
  );
  await esbuild.stop(); // The build is done: esbuild's process must not outlive this one.
  // Served first, because the notification links to where it is served.
  const localDate = today();
  const { appUrl } = running;
  await commitSample({ ...service, appUrl }, input.text("data"), localDate, report, terminal);
  const batchId = formatBatchId(localDate, KIND);
  const feedUrl = `${running.url}/feed/${batchId}`;
  if (input.has("once")) return reportCheck(await checkFeed(running.url, batchId), input, terminal);
  terminal.print(input.has("json") ? JSON.stringify({ feedUrl, batchId }) : `\n  ${feedUrl}\n`);
  terminal.note("Ctrl-C ends it");
  await aborted(signal);
  return 0;
}

/** Without `--port`, any free port is used when the default one is in use. */
async function startOnFreePort(
  options: Omit<RunningServiceOptions, "port">,
  deps: RunningServiceDependencies,
  port: number | null,
): ReturnType<typeof startService> {
  if (port !== null) return await startService({ ...options, port }, deps);
  try {
    return await startService({ ...options, port: DEFAULT_PORT }, deps);
  } catch (error) {
    if (!(error instanceof ListenError) || error.code !== "server.port_taken") throw error;
    return await startService({ ...options, port: 0 }, deps);
  }
}

function reportCheck(check: FeedCheck, input: CommandInput, terminal: Terminal): number {
  if (input.has("json")) terminal.print(JSON.stringify(check));
  else {
    terminal.print(`${check.feedUrl} ${check.status}`);
    for (const { id, status, hash, ok } of check.widgets) {
      terminal.print(`${ok ? "ok " : "BAD"} ${status} ${id} ${hash}`);
    }
  }
  return check.ok ? 0 : 1;
}

/** The calendar date in this machine's time zone. */
function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
