import type { BundleProblem } from "../../protocol.ts";
import type { ServerState } from "../state/shell_state.ts";

/** One thing that is wrong with the configuration. */
interface ShownFault {
  readonly code: string;
  readonly message: string;
  /** Absolute; null when it is unknown. */
  readonly file: string | null;
  readonly line: number | null;
}

/** All that is wrong with the configuration and with what its functions return. */
export function findConfigFaults(
  { problems, compositionProblems }: Pick<ServerState, "problems" | "compositionProblems">,
): ShownFault[] {
  const composed = compositionProblems.map((problem) => ({ ...problem, file: null, line: null }));
  return [...problems.filter(({ source }) => source === "config").flatMap(listFaults), ...composed];
}

function listFaults({ code, message, path, faults }: BundleProblem): ShownFault[] {
  return faults === undefined
    ? [{ code, message, file: path, line: null }]
    : faults.map((fault) => ({ code, ...fault }));
}
