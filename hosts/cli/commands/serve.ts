import { quote } from "../../../core/errors/mod.ts";
import {
  aborted,
  type CommandInput,
  ProcessEnd,
  readPort,
  type Terminal,
  UsageError,
  watchProcessEnd,
} from "../../../terminal/mod.ts";
import { checkService, usesDataFolder } from "../../application/check_service.ts";
import { type Role, ROLES } from "../../application/application.ts";
import { readInternalSecret } from "../../application/identity.ts";
import { openDataFolder } from "../../application/data_folder.ts";
import { SettingError } from "../../application/errors.ts";
import type { Host, HostCommand } from "../host.ts";
import { loadActions } from "../store_commands.ts";
import { createServerLog } from "../../operations/mod.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import {
  type RunningServiceDependencies,
  type RunningServiceOptions,
  startService,
} from "../../application/running_service.ts";
import { readSettings, resolveAppUrl, type Settings } from "../../application/settings.ts";
import { type OpenStores, withStores } from "../../application/stores.ts";
import { checkAddress } from "../../server/check_address.ts";

/** `deno task serve`. */
export const command: HostCommand = {
  name: "serve",
  summary: "Serve the storage service, the public API and the web app in one process.",
  options: {
    role: { type: "string", value: "ROLE", help: "only one of them: storage, public or web" },
    port: { type: "string", value: "N", help: "the port to listen on, 0 for any free one", default: "8787" },
    host: { type: "string", value: "ADDRESS", help: "the address to listen on", default: "127.0.0.1" },
    user: {
      type: "string",
      value: "U",
      help: "the user that /login signs in on the embedded default",
      default: "demo",
    },
    data: DATA_OPTION,
    check: {
      type: "boolean",
      help:
        "validate all settings, the address and the data folder, connect once to everything that they name, and end",
    },
    json: {
      type: "boolean",
      help: "print one line of JSON when ready: { url, roles }; with --check { ok, checks }",
    },
  },
  notes: [
    "A role that runs alone finds its upstream service by TCK_INTERNAL_URL (public) or TCK_CLOUD_URL (web).",
  ],
  examples: [
    "deno task serve",
    "deno task serve --role storage --port 8701",
    "deno task serve --check",
    "TCK_INTERNAL_URL=http://127.0.0.1:8701 deno task serve --role public --port 8702",
  ],
  async run(input, terminal, host) {
    const [port, localUser] = [readPort(input.text("port")), readUser(input.text("user"))];
    const settings = readSettings();
    const roles = readRoles(input.optional("role"), settings);
    if (roles.includes("storage") || roles.includes("web")) resolveAppUrl(settings);
    const [dataDir, hostname] = [input.text("data"), input.text("host")];
    const options = { settings, roles, port, hostname, dataDir, localUser };
    if (input.has("check")) return await check(options, input, terminal, host);
    // First: to open an embedded database takes seconds.
    await checkAddress(options);
    if (settings.authJwksUrl) readInternalSecret(options);
    const end = watchProcessEnd();
    const run = (service: OpenStores | null) =>
      serveUntil(
        end,
        options,
        { ...host, service, loadActions, log: createServerLog(settings.log, terminal) },
        (running) => printReady(running, input, settings, terminal),
      );
    if (roles.includes("storage")) await withStores(settings, dataDir, { terminal, host }, run);
    else {
      if (usesDataFolder(options)) await openDataFolder(dataDir, terminal);
      await run(null);
    }
    terminal.note("stopped");
    return 0;
  },
};

type Ready = { url: string; roles: readonly Role[] };

/** With `TCK_LOG=json` standard output has only JSON, too. */
function printReady(ready: Ready, input: CommandInput, { log }: Settings, terminal: Terminal): void {
  const message = `${ready.roles.join(", ")} at ${ready.url}`;
  if (input.has("json")) return terminal.print(JSON.stringify(ready));
  if (log.format === "text") return terminal.print(message);
  const write = createServerLog(log, { note: terminal.print, warn: terminal.print });
  write({ event: "service_started", level: "info", message, ...ready, roles: [...ready.roles] });
}

async function check(
  options: RunningServiceOptions,
  input: CommandInput,
  terminal: Terminal,
  host: Host,
): Promise<number> {
  const checks = await checkService(options, host);
  const ok = checks.every(({ failure }) => failure === null);
  if (input.has("json")) terminal.print(JSON.stringify({ ok, checks }));
  else {
    for (const { part, uses, failure } of checks) {
      terminal.print(`${failure === null ? "ok  " : "FAIL"} ${part}: ${uses}`);
      if (failure !== null) terminal.print(`     ${failure}`);
    }
  }
  return ok ? 0 : 1;
}

async function serveUntil(
  signal: AbortSignal,
  options: RunningServiceOptions,
  deps: RunningServiceDependencies,
  onReady: (running: Ready) => void,
): Promise<void> {
  await using running = await startService(options, deps);
  onReady({ url: running.url, roles: options.roles });
  await aborted(signal);
  // After Ctrl-C nothing is drained: no load balancer has to notice the shutdown of a service in a terminal.
  const { reason } = signal;
  if (reason instanceof ProcessEnd && reason.processSignal === "SIGTERM") await running.drain();
}

function readRoles(role: string | undefined, settings: Settings): readonly Role[] {
  if (role === undefined) {
    const unused = [["TCK_INTERNAL_URL", settings.internalUrl], [
      "TCK_CLOUD_URL",
      settings.cloudUrl,
    ]] as const;
    const [name] = unused.find(([, url]) => url !== undefined) ?? [];
    if (name === undefined) return ROLES;
    throw new SettingError(
      `Cannot use ${name}: it has no effect where all roles are served; choose one with --role`,
    );
  }
  const known = ROLES.find((name) => name === role);
  if (!known) throw new UsageError(`invalid role ${quote(role)}: expected one of ${ROLES.join(", ")}`);
  if (known === "public" && !settings.internalUrl) {
    const message = "Cannot serve role public alone: set TCK_INTERNAL_URL to the storage service's URL";
    throw new SettingError(message);
  }
  if (known === "web" && !settings.cloudUrl) {
    throw new SettingError("Cannot serve role web alone: set TCK_CLOUD_URL to the public API's URL");
  }
  return [known];
}
