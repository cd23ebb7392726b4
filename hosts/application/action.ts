import * as v from "valibot";
import type { LogEvent } from "../../core/commit/mod.ts";
import type { CommitDependencies, CommitProgress } from "../commit/mod.ts";
import { ControlError } from "./errors.ts";

export interface ActionDependencies extends CommitDependencies {
  /** The CloudEvents source of what the action queues. */
  readonly source: string;
  /** Called with the progress of a commit. */
  onProgress?(progress: CommitProgress): void;
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

/** @throws {ControlError} `control.invalid_input` */
export async function runAction<Input, Result>(
  action: Action<Input, Result>,
  deps: ActionDependencies,
  input: unknown,
): Promise<Result> {
  const parsed = v.safeParse(action.input, input);
  if (parsed.success) return await action.run(deps, parsed.output);
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue) ?? "input";
  throw new ControlError("control.invalid_input", `Cannot run ${action.name}: ${place}: ${issue.message}`);
}
