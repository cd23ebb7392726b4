import { quote } from "../../core/errors/mod.ts";
import type { Metrics } from "../operations/mod.ts";
import { type Action, type ActionDependencies, runAction } from "./action.ts";
import type { CallHandler } from "./control_socket.ts";
import { ControlError } from "./errors.ts";

/** Runs the actions that other commands send over the control socket. */
export function createCallHandler(
  deps: ActionDependencies,
  { metrics, actions }: { metrics: Metrics; actions: ReadonlyMap<string, Action> },
): CallHandler {
  return async (name, { input, appUrl, actor }, takePart) => {
    const action = actions.get(name);
    const called = { ...deps, actor, appUrl: appUrl ?? deps.appUrl, takePart };
    if (action) return await measure(metrics, name, () => runAction(action, called, input));
    throw new ControlError(
      "control.unknown_action",
      `Cannot run ${quote(name)}: the process that owns the data folder has no such action`,
    );
  };
}

/** Runs an action, and measures how long it takes. */
async function measure<Result>(
  { actionDuration }: Metrics,
  action: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const end = actionDuration.startTimer({ action });
  try {
    const result = await run();
    end({ outcome: "done" });
    return result;
  } catch (error) {
    end({ outcome: "failed" });
    throw error;
  }
}
