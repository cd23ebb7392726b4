import { quote } from "../../../core/errors/mod.ts";
import { aborted, readPort, UsageError, watchProcessEnd } from "../../../terminal/mod.ts";
import type { ServiceDependencies } from "../../postgres/mod.ts";
import { type Role, ROLES } from "../../application/application.ts";
import { openDataFolder } from "../../application/data_folder.ts";
import { SettingError } from "../../application/errors.ts";
import type { HostCommand } from "../host.ts";
import { loadActions } from "../store_commands.ts";
import { createServerLog } from "../../operations/mod.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import {
  type RunningServiceDependencies,
  type RunningServiceOptions,
  startService,
} from "../../application/running_service.ts";
import { readSettings, resolveAppUrl, type Settings } from "../../application/settings.ts";
import { withStores } from "../../application/stores.ts";

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
    json: { type: "boolean", help: "print one line of JSON when ready: { url, roles }" },
  },
  notes: [
    "A role that runs alone finds its upstream service by TCK_INTERNAL_URL (public) or TCK_CLOUD_URL (web).",
  ],
  examples: [
    "deno task serve",
    "deno task serve --role storage --port 8701",
    "TCK_INTERNAL_URL=http://127.0.0.1:8701 deno task serve --role public --port 8702",
  ],
  async run(input, terminal, host) {
    const [port, localUser] = [readPort(input.text("port")), readUser(input.text("user"))];
    const settings = readSettings();
    const roles = readRoles(input.optional("role"), settings);
    if (roles.includes("storage") || roles.includes("web")) resolveAppUrl(settings);
    const [dataDir, hostname] = [input.text("data"), input.text("host")];
    const options = { settings, roles, port, hostname, dataDir, localUser };
    const end = watchProcessEnd();
    const run = (service: ServiceDependencies | null) =>
      serveUntil(
        end,
        options,
        { ...host, service, loadActions, log: createServerLog(settings.log, terminal) },
        (running) =>
          terminal.print(
            input.has("json") ? JSON.stringify(running) : `${roles.join(", ")} at ${running.url}`,
          ),
      );
    if (roles.includes("storage")) await withStores(settings, dataDir, { terminal, host }, run);
    else {
      if (!settings.authSecret && !settings.authJwksUrl) await openDataFolder(dataDir, terminal);
      await run(null);
    }
    terminal.note("stopped");
    return 0;
  },
};

async function serveUntil(
  signal: AbortSignal,
  options: RunningServiceOptions,
  deps: RunningServiceDependencies,
  onReady: (running: { url: string; roles: readonly Role[] }) => void,
): Promise<void> {
  await using running = await startService(options, deps);
  onReady({ url: running.url, roles: options.roles });
  await aborted(signal);
}

function readRoles(role: string | undefined, settings: Settings): readonly Role[] {
  if (role === undefined) return ROLES;
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
