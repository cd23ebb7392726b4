import type { Command } from "../../../terminal/mod.ts";
import { command as preview } from "./preview_command.ts";

/** Each is loaded only when it is asked for: a preview must not wait for what takes pictures. */
const SUBCOMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  snapshot: () => import("./snapshot_command.ts"),
  mcp: () => import("./mcp_command.ts"),
};

/** Finds the command of a command line: `tck-preview` itself, or the one that its first argument names. */
export async function chooseCommand(
  args: readonly string[],
): Promise<{ command: Command; args: readonly string[] }> {
  const [name, ...rest] = args;
  if (name === undefined || !Object.hasOwn(SUBCOMMANDS, name)) return { command: preview, args };
  const { command } = await SUBCOMMANDS[name]!();
  return { command, args: rest };
}
