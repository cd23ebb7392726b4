import assert from "node:assert/strict";
import type { CommitRequest, CommitRequestedEvent } from "../../../core/commit/mod.ts";
import { enqueueCommit } from "../../../hosts/commit_queue/enqueue_commit.ts";

const REQUEST: CommitRequest = {
  userId: "ada",
  taskId: "t",
  localDate: "2026-03-04",
  kind: "diary",
  workspace: "ada/t",
  strict: false,
};

/** Queues a request in a queue that records events, or fails. */
async function enqueue(request: CommitRequest, fault?: Error) {
  const events: CommitRequestedEvent[] = [];
  const database = {
    commitRequests: {
      enqueue: (event: CommitRequestedEvent) =>
        fault ? Promise.reject(fault) : Promise.resolve(void events.push(event)),
    },
  };
  const deps = { database, clock: { now: () => Date.UTC(2026, 2, 4) }, createId: () => "id-1" };
  const queued = await enqueueCommit(
    deps as unknown as Parameters<typeof enqueueCommit>[0],
    request,
    "/agent",
  );
  return { queued, events };
}

Deno.test("a request is queued as an event of its program, with an id and the time, and a failure of the queue is one of the call", async () => {
  const { queued, events } = await enqueue(REQUEST);
  assert.deepEqual(events, [queued]);
  assert.deepEqual([queued.id, queued.source, queued.time], ["id-1", "/agent", "2026-03-04T00:00:00.000Z"]);
  await assert.rejects(() => enqueue(REQUEST, new Error("no connection")), /no connection/);
});

Deno.test("an invalid request is not queued", async () => {
  for (
    const changes of [{ userId: "" }, { localDate: "2026-02-30" }, { workspace: "../t" }, { workspace: "" }]
  ) {
    await assert.rejects(() => enqueue({ ...REQUEST, ...changes }, new Error("it was queued")), {
      code: "commit.invalid_request",
    }, JSON.stringify(changes));
  }
});
