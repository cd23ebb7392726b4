import * as v from "valibot";
import type { LogEvent } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { type AuditedAct, buildAuditEvent } from "../auth/mod.ts";
import type { CommitDependencies, CommitProgress } from "../commit/mod.ts";
import type { Metrics } from "../operations/mod.ts";
import type { CallHandler } from "./control_socket.ts";
import { ControlError } from "./errors.ts";
import type { UserData } from "./user_data.ts";

export interface ActionDependencies extends CommitDependencies, UserData {
  /** `TCK_KEEP_BATCHES`, in milliseconds. */
  readonly keepBatches: number | undefined;
  /** Who caused the action, for the log. */
  readonly actor: string;
  /** The CloudEvents source of what the action queues. */
  readonly source: string;
  /** Called with the progress of a commit. */
  onProgress?(progress: CommitProgress): void;
  /** Takes a part of a result that is too large to be sent in one piece. Resolves when the next one may follow. */
  takePart?(part: unknown): Promise<void>;
  /** Called after a notification was queued, so that it is delivered without waiting for the next poll. */
  onNotificationQueued?(): void;
}

/**
 * One action on the stores. It runs in the process of the command, or in the process that owns the data folder: its input
 * and its result are plain JSON.
 */
export interface Action<Input = unknown, Result = unknown> {
  /** The name on the control socket. */
  readonly name: string;
  readonly input: v.GenericSchema<unknown, Input>;
  /** The line of the audit log for this action; absent: it has none. */
  audit?(input: Input, result: Result | null): Pick<AuditedAct, "action" | "user">;
  /** Whether it queues a notification, which links to the web app. */
  readonly notifies?: boolean;
  run(deps: ActionDependencies, input: Input): Promise<Result>;
  /** The warnings in the result, which the process that ran the action has already logged. */
  warnings?(result: Result): readonly LogEvent[];
}

/** Infers the types of an action. */
export function defineAction<Input, Result>(action: Action<Input, Result>): Action<Input, Result> {
  return action;
}

/**
 * Runs an action, and logs who did what.
 *
 * @throws {ControlError} `control.invalid_input`
 */
export async function runAction<Input, Result>(
  action: Action<Input, Result>,
  deps: ActionDependencies,
  input: unknown,
): Promise<Result> {
  const parsed = v.safeParse(action.input, input);
  if (parsed.success) return await runAudited(action, deps, parsed.output);
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue) ?? "input";
  throw new ControlError("control.invalid_input", `Cannot run ${action.name}: ${place}: ${issue.message}`);
}

async function runAudited<Input, Result>(
  action: Action<Input, Result>,
  deps: ActionDependencies,
  input: Input,
): Promise<Result> {
  const { actor } = deps;
  let result: Result | null = null;
  try {
    return result = await action.run(deps, input);
  } finally {
    const act = action.audit?.(input, result);
    if (act) deps.log(buildAuditEvent({ actor, outcome: result === null ? "failed" : "done", ...act }));
  }
}

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
