import type { Action } from "../application/action.ts";
import type { StoreCommand } from "./host.ts";

/** The commands that act on the stores, and with them the actions of the control socket. */
export const STORE_COMMANDS: { readonly [name: string]: () => Promise<StoreCommand> } = {
  commit: () => import("./commands/commit.ts"),
  sweep: () => import("./commands/sweep.ts"),
  history: () => import("./commands/history.ts"),
  rollback: () => import("./commands/rollback.ts"),
  batch: () => import("./commands/batch.ts"),
  export: () => import("./commands/export.ts"),
  user: () => import("./commands/user.ts"),
  notifications: () => import("./commands/notifications.ts"),
  "dead-letters": () => import("./commands/dead_letters.ts"),
};

/** Loads every action, by name. */
export async function loadActions(): Promise<ReadonlyMap<string, Action>> {
  const commands = await Promise.all(Object.values(STORE_COMMANDS).map((load) => load()));
  return new Map(commands.flatMap(({ actions }) => actions.map((action) => [action.name, action] as const)));
}
