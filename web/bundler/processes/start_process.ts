import { CodedError, errorMessage, quote } from "../../../core/errors/mod.ts";
import { LineProcess, type ProcessCommand, type ProcessLimits } from "./line_process.ts";

/** A child process could not be started. This is not a fault of a widget. */
export class ProcessStartError extends CodedError<"process.start_failed"> {
  override readonly name = "ProcessStartError";
}

const START_DEADLINE_MS = 60_000;

/**
 * Starts a process and waits until it reports that it is ready.
 *
 * @param isReady whether a line is that report
 * @param confine called with its id when it is ready
 * @throws {ProcessStartError}
 */
export async function startProcess(
  command: ProcessCommand,
  limits: ProcessLimits,
  isReady: (line: string) => boolean,
  confine?: (pid: number) => Promise<void>,
): Promise<LineProcess> {
  const child = new LineProcess(command, limits);
  const { end } = await child.exchange(undefined, isReady, START_DEADLINE_MS);
  const reason = end ? end.reason : await confineProcess(child, confine);
  if (reason === null) return child;
  await child.close();
  const program = quote([command.command, ...command.args].at(-1)!);
  throw new ProcessStartError("process.start_failed", `Cannot start the process of ${program}: ${reason}`);
}

/** Why the process could not be confined, or null. One that has ended meanwhile does no harm. */
async function confineProcess(
  child: LineProcess,
  confine?: (pid: number) => Promise<void>,
): Promise<string | null> {
  try {
    if (child.pid !== undefined) await confine?.(child.pid);
    return null;
  } catch (error) {
    return child.hasEnded ? null : errorMessage(error);
  }
}
