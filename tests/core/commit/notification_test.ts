import assert from "node:assert/strict";
import { formatBatchCommittedEvent } from "../../../core/commit/mod.ts";

Deno.test("the notification is a CloudEvents 1.0 envelope whose action opens the batch's feed", () => {
  const event = formatBatchCommittedEvent({
    commitId: "018f2a4e-0000-7000-8000-000000000001",
    appUrl: "https://app.example",
    userId: "demo",
    taskId: "task-1",
    localDate: "2026-03-04",
    kind: "evening_brief",
    widgetCount: 6,
    committedAt: "2026-03-04T18:00:00.000Z",
  });
  assert.deepEqual(event, {
    specversion: "1.0",
    id: "018f2a4e-0000-7000-8000-000000000001",
    source: "https://app.example",
    type: "tck.widget_batch.committed.v1",
    subject: "20260304-evening-brief",
    time: "2026-03-04T18:00:00.000Z",
    datacontenttype: "application/json",
    data: {
      taskId: "task-1",
      userId: "demo",
      batchId: "20260304-evening-brief",
      widgetCount: 6,
      action: { type: "open", url: "https://app.example/feed/20260304-evening-brief" },
    },
  });
});

Deno.test("a notification has no action when the web app's address is not known", () => {
  const { source, data } = formatBatchCommittedEvent({
    commitId: "018f2a4e-0000-7000-8000-000000000001",
    appUrl: null,
    userId: "demo",
    taskId: "task-1",
    localDate: "2026-03-04",
    kind: "diary",
    widgetCount: 6,
    committedAt: "2026-03-04T18:00:00.000Z",
  });
  assert.deepEqual([source, data.batchId, "action" in data], ["/", "20260304-diary", false]);
});
