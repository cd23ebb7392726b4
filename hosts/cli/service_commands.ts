import type { HostCommand } from "./host.ts";
import { STORE_COMMANDS } from "./store_commands.ts";

/** The commands of a program, by name. A command is loaded only when it runs, because most need only a part of the project. */
export type Commands = { readonly [name: string]: () => Promise<{ command: HostCommand }> };

/** The commands that run, use and check services, which every host has. */
export const SERVICE_COMMANDS: Commands = {
  serve: () => import("./commands/serve.ts"),
  ...STORE_COMMANDS,
  "commit-worker": () => import("./commands/commit_worker.ts"),
  migrate: () => import("./commands/migrate.ts"),
  token: () => import("./commands/token.ts"),
  conformance: () => import("./commands/conformance.ts"),
};
