import type { Command } from "../../../terminal/mod.ts";
import { command as preview } from "./preview_command.ts";

/** Loaded on demand: a preview must start without the modules for pictures. */
const SUBCOMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  snapshot: () => import("./snapshot_command.ts"),
  mcp: () => import("./mcp_command.ts"),
};

/** Chooses the command: the subcommand of the first argument, or `tck-preview` itself. */
export async function chooseCommand(
  args: readonly string[],
): Promise<{ command: Command; args: readonly string[] }> {
  const [name, ...rest] = args;
  if (name === undefined || !Object.hasOwn(SUBCOMMANDS, name)) return { command: preview, args };
  const { command } = await SUBCOMMANDS[name]!();
  return { command, args: rest };
}
