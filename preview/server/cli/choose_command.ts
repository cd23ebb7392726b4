import type { Command } from "../../../terminal/mod.ts";

/** Loaded on demand: a preview must start without the modules for pictures. */
const SUBCOMMANDS: { readonly [name: string]: () => Promise<{ command: Command }> } = {
  snapshot: () => import("./snapshot_command.ts"),
  mcp: () => import("./mcp_command.ts"),
};

/** Chooses the command: the subcommand of the first argument, or `tck-preview` itself. */
export function chooseCommand(
  args: readonly string[],
): { load: () => Promise<Command>; args: readonly string[] } {
  const [name, ...rest] = args;
  const isSubcommand = name !== undefined && Object.hasOwn(SUBCOMMANDS, name);
  const importCommand = isSubcommand ? SUBCOMMANDS[name]! : () => import("./preview_command.ts");
  return { load: async () => (await importCommand()).command, args: isSubcommand ? rest : args };
}
