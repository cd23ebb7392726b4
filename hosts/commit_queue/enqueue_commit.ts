import {
  type CommitRequest,
  type CommitRequestedEvent,
  describeReplacesFault,
  describeTargetFault,
  formatCommitRequestedEvent,
  parseCommitRequestedEvent,
} from "../../core/commit/mod.ts";
import { type CommitDependencies, CommitError } from "../commit/mod.ts";

/**
 * Queues a commit request, which a worker carries out.
 *
 * @param request Its workspace is a location that `locateWorkspace` returned
 * @param source The program that makes the request, for the event
 * @returns The request as it was queued
 * @throws {CommitError} `commit.invalid_request`
 */
export async function enqueueCommit(
  { database, clock, createId }: Pick<CommitDependencies, "database" | "clock" | "createId">,
  request: CommitRequest,
  source: string,
): Promise<CommitRequestedEvent> {
  const fault = describeTargetFault(request) ?? describeReplacesFault(request.replaces);
  if (fault !== null) throw createRequestError(fault);
  const origin = { id: createId(), source, time: new Date(clock.now()).toISOString() };
  const event = formatCommitRequestedEvent(request, origin);
  const parsed = parseCommitRequestedEvent(event);
  if (!parsed.ok) throw createRequestError(parsed.reason);
  await database.commitRequests.enqueue(event);
  return event;
}

function createRequestError(reason: string): CommitError {
  return new CommitError("commit.invalid_request", `Cannot queue the commit: ${reason}`);
}
