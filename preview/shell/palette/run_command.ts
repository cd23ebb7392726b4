import { errorMessage } from "../../../core/errors/mod.ts";
import type { ShellDependencies } from "../shell_context.ts";
import type { Command } from "./commands.ts";

/** How long an outcome is shown, in milliseconds. */
const OUTCOME_MS = 3_000;

/** Runs a command, and shows its outcome for a while. Never rejects: a failure is an outcome. */
export async function runCommand(command: Command, dependencies: ShellDependencies): Promise<void> {
  const { store } = dependencies;
  if (command.progress !== undefined) store.setState({ outcome: command.progress });
  const outcome = await Promise.resolve(command.run(dependencies)).catch(errorMessage) ?? null;
  store.setState({ outcome });
  setTimeout(() => {
    if (store.getState().outcome === outcome) store.setState({ outcome: null });
  }, OUTCOME_MS);
}
