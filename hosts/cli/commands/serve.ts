import type { ServiceDependencies } from "../../protocol/mod.ts";
import { type Command, type CommandInput, UsageError } from "../../../terminal/command.ts";
import { type Role, ROLES } from "../application.ts";
import { readPort } from "../../../terminal/port.ts";
import { DATA_OPTION, readUser } from "../options.ts";
import { aborted, watchProcessEnd } from "../../../terminal/process_end.ts";
import { type RunningServiceOptions, startService } from "../running_service.ts";
import { readSettings, SettingError, type Settings } from "../settings.ts";
import { withStores } from "../stores.ts";
import type { Terminal } from "../../../terminal/terminal.ts";

/** `deno task serve`. */
export const command: Command = {
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
    "A part that runs alone finds the one behind it by TCK_INTERNAL_URL (public) or TCK_CLOUD_URL (web).",
  ],
  examples: [
    "deno task serve",
    "deno task serve --role storage --port 8701",
    "TCK_INTERNAL_URL=http://127.0.0.1:8701 deno task serve --role public --port 8702",
  ],
  async run(input, terminal) {
    const [port, localUser] = [readPort(input.text("port")), readUser(input.text("user"))];
    const settings = readSettings();
    const roles = readRoles(input.optional("role"), settings);
    const end = watchProcessEnd();
    const run = (service: ServiceDependencies | null) =>
      serveUntil(end, input, terminal, { settings, roles, service, port, localUser });
    await (roles.includes("storage") ? withStores(settings, input.text("data"), terminal, run) : run(null));
    terminal.note("stopped");
    return 0;
  },
};

async function serveUntil(
  signal: AbortSignal,
  input: CommandInput,
  terminal: Terminal,
  options: Pick<RunningServiceOptions, "settings" | "roles" | "service" | "port" | "localUser">,
): Promise<void> {
  await using running = await startService({
    ...options,
    dataDir: input.text("data"),
    hostname: input.text("host"),
    log: (message, error) =>
      terminal.warn(`error: ${message}: ${error instanceof Error ? error.stack : error}`),
  });
  const { roles } = options;
  terminal.print(
    input.has("json") ? JSON.stringify({ url: running.url, roles }) : `${roles.join(", ")} at ${running.url}`,
  );
  await aborted(signal);
}

function readRoles(role: string | undefined, settings: Settings): readonly Role[] {
  if (role === undefined) return ROLES;
  const known = ROLES.find((name) => name === role);
  if (!known) {
    throw new UsageError(
      `Cannot serve role ${JSON.stringify(role.slice(0, 80))}: expected one of ${ROLES.join(", ")}`,
    );
  }
  if (known === "public" && !settings.internalUrl) {
    throw new SettingError(
      "Cannot serve role public alone: set TCK_INTERNAL_URL to the storage service's URL",
    );
  }
  if (known === "web" && !settings.cloudUrl) {
    throw new SettingError("Cannot serve role web alone: set TCK_CLOUD_URL to the public API's URL");
  }
  return [known];
}
