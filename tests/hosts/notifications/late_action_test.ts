import assert from "node:assert/strict";
import { type BatchCommittedEvent, formatBatchCommittedEvent } from "../../../core/commit/mod.ts";
import { readSettings } from "../../../hosts/application/settings.ts";
import { deliverNotifications } from "../../../hosts/notifications/relay.ts";
import { systemClock } from "../../../hosts/time/mod.ts";

function eventOf(appUrl: string | null): BatchCommittedEvent {
  return formatBatchCommittedEvent({
    commitId: "018f2a4e-0000-7000-8000-000000000001",
    appUrl,
    userId: "ada",
    taskId: "t1",
    localDate: "2026-03-04",
    kind: "morning_brief",
    widgetCount: 1,
    committedAt: "2026-03-04T06:00:00.000Z",
  });
}

/** What a relay delivers of a notification. */
async function deliver(event: BatchCommittedEvent, appUrl: string | null): Promise<BatchCommittedEvent> {
  const delivered: BatchCommittedEvent[] = [];
  const due = [{ jobId: "1", event }];
  const queue = {
    take: (count: number) => Promise.resolve(due.splice(0, count)),
    confirm: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  };
  const sink = (sent: BatchCommittedEvent) => Promise.resolve(void delivered.push(sent));
  await deliverNotifications({
    database: { notifications: queue },
    clock: systemClock,
    log() {},
    sink,
    appUrl,
  });
  return delivered[0]!;
}

Deno.test("a notification of a commit before the first start opens the page at the address that is known when it is delivered", async () => {
  const address = "http://127.0.0.1:8787";
  assert.deepEqual(await deliver(eventOf(null), address), eventOf(address));
  assert.deepEqual(
    await deliver(eventOf("https://pages.example"), address),
    eventOf("https://pages.example"),
  );
  assert.deepEqual(await deliver(eventOf(null), null), eventOf(null));
});

Deno.test("batches are kept for a day or longer: a time that deletes today's is an error", () => {
  for (const time of ["0d", "0s", "1h", "23h"]) {
    assert.throws(() => readSettings({ TCK_KEEP_BATCHES: time }), /it would delete the batches of today/);
  }
  for (const time of ["1d", "24h", "400d"]) readSettings({ TCK_KEEP_BATCHES: time });
});
