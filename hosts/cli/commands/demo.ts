import * as esbuild from "esbuild";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { buildProject, type BuildReport, denoIsolation, formatDiagnostic } from "../../../web/bundler/mod.ts";
import { commitBatch } from "../../commit/mod.ts";
import type { ServiceDependencies } from "../../protocol/mod.ts";
import { createBatchReader } from "../../postgres/mod.ts";
import type { Command, CommandInput } from "../../../terminal/command.ts";
import { checkFeed, type FeedCheck } from "../feed_check.ts";
import { readPort } from "../../../terminal/port.ts";
import { DATA_OPTION, DEFAULT_APP_URL } from "../options.ts";
import { aborted, watchProcessEnd } from "../../../terminal/process_end.ts";
import { startService } from "../running_service.ts";
import { makeDataFolder, readSettings, type Settings } from "../settings.ts";
import { withStores } from "../stores.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

const SAMPLE_PROJECT = fileURLToPath(new URL("../../../fixtures/projects/morning-brief", import.meta.url));
const USER = "demo";
const KIND = "morning_brief";

/** `deno task demo`. */
export const command: Command = {
  name: "demo",
  summary: "Build the sample project, commit it as today's morning brief of user demo, and serve the feed.",
  options: {
    once: { type: "boolean", help: "stop after checking the feed, and print what was found" },
    port: {
      type: "string",
      value: "N",
      help: "the port to listen on, 0 for any free one (default: 8787, or any free one)",
    },
    host: { type: "string", value: "ADDRESS", help: "the address to listen on", default: "127.0.0.1" },
    data: DATA_OPTION,
    json: { type: "boolean", help: "print one JSON object instead of text" },
  },
  notes: [
    "What has not changed since the last start is neither built nor committed again. Ctrl-C ends it.",
    "Exit codes with --once: 0 every module is what its hash says, 1 some are not, 2 the command line is wrong.",
  ],
  examples: ["deno task demo", "deno task demo --once --json"],
  async run(input, terminal) {
    const settings = readSettings();
    const dataDir = input.text("data");
    const end = watchProcessEnd();
    await makeDataFolder(dataDir);
    const report = await buildSample(join(dataDir, "demo"), terminal);
    if (report.diagnostics.length > 0) return 1;
    const code = await withStores(settings, dataDir, terminal, async (service) => {
      const localDate = today();
      await commitSample(service, settings, dataDir, localDate, report, terminal);
      return await serveDemo(input, terminal, settings, service, formatBatchId(localDate, KIND), end);
    });
    if (!input.has("once")) terminal.note("stopped");
    return code;
  },
};

/** Copies the sample project to where an agent would have written it, and builds it there. */
async function buildSample(workspace: string, terminal: Terminal): Promise<BuildReport> {
  const project = join(workspace, "widget-batch");
  await mkdir(project, { recursive: true });
  await rm(join(project, "widgets"), { recursive: true, force: true });
  await cp(SAMPLE_PROJECT, project, { recursive: true });
  const report = await buildProject(project, {
    isolation: denoIsolation(process.execPath),
    onProgress: (done, total, widget) => terminal.progress(`build ${done}/${total} ${widget.name}`),
  });
  for (const diagnostic of report.diagnostics) terminal.warn(formatDiagnostic(diagnostic));
  const built = report.widgets.filter(({ status }) => status === "built").length;
  terminal.note(`built ${built} widgets, ${report.widgets.length - built} unchanged`);
  return report;
}

/** Commits the built batch, unless today's batch is that very one already. */
async function commitSample(
  service: ServiceDependencies,
  settings: Settings,
  dataDir: string,
  localDate: string,
  report: BuildReport,
  terminal: Terminal,
): Promise<void> {
  const committed = await createBatchReader(service.database, service.objects).readBatch(
    USER,
    localDate,
    KIND,
  );
  const hashes = report.widgets.map(({ hash }) => hash);
  const known = committed?.widgets.map(({ bundle }) => bundle.hash) ?? [];
  if (hashes.length === known.length && hashes.every((hash, index) => hash === known[index])) {
    terminal.note(`${committed!.batchId} is committed already`);
    return;
  }
  const { batchId, widgets } = await commitBatch({
    ...service,
    appUrl: settings.appUrl ?? DEFAULT_APP_URL,
  }, {
    userId: USER,
    taskId: "demo",
    localDate,
    kind: KIND,
    directory: join(dataDir, "demo"),
  });
  terminal.note(`committed ${batchId} with ${widgets.length} widgets`);
}

async function serveDemo(
  input: CommandInput,
  terminal: Terminal,
  settings: Settings,
  service: ServiceDependencies,
  batchId: string,
  signal: AbortSignal,
): Promise<number> {
  await using running = await startOnFreePort({
    settings,
    service,
    roles: ["storage", "public", "web"],
    dataDir: input.text("data"),
    hostname: input.text("host"),
    localUser: USER,
    log: (message, error) =>
      terminal.warn(`error: ${message}: ${error instanceof Error ? error.stack : error}`),
  }, input.optional("port"));
  await esbuild.stop(); // Everything is built: its process must not outlive this one.
  const feedUrl = `${running.url}/feed/${batchId}`;
  if (input.has("once")) return reportCheck(await checkFeed(running.url, batchId), input, terminal);
  terminal.print(input.has("json") ? JSON.stringify({ feedUrl, batchId }) : `\n  ${feedUrl}\n`);
  terminal.note("Ctrl-C ends it");
  await aborted(signal);
  return 0;
}

/** Without `--port`, another program on the usual port is no reason not to show the demo. */
async function startOnFreePort(
  options: Omit<Parameters<typeof startService>[0], "port">,
  port: string | undefined,
): ReturnType<typeof startService> {
  if (port !== undefined) return await startService({ ...options, port: readPort(port) });
  try {
    return await startService({ ...options, port: 8787 });
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof Deno.errors.AddrInUse)) throw error;
    return await startService({ ...options, port: 0 });
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

/** The calendar day of this machine's time zone. */
function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
