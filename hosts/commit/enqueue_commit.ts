import {
  type CommitRequestedEvent,
  formatCommitRequestedEvent,
  parseCommitRequestedEvent,
  type RequestedCommit,
} from "../../core/commit/mod.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { CommitError } from "./errors.ts";

/**
 * Queues the request to commit a batch; a worker carries it out.
 *
 * @param request Where its workspace is, `locateWorkspace` tells
 * @param source Who asks, for the event
 * @returns The request as it was queued
 * @throws {CommitError} `commit.invalid_request`
 */
export async function enqueueCommit(
  { database, clock, createId }: Pick<ServiceDependencies, "database" | "clock" | "createId">,
  request: RequestedCommit,
  source: string,
): Promise<CommitRequestedEvent> {
  const origin = { id: createId(), source, time: new Date(clock.now()).toISOString() };
  const event = formatCommitRequestedEvent(request, origin);
  const parsed = parseCommitRequestedEvent(event);
  if (!parsed.ok) {
    throw new CommitError("commit.invalid_request", `Cannot queue the commit: ${parsed.reason}`);
  }
  await database.requests.enqueue(event);
  return event;
}
