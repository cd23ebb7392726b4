import assert from "node:assert/strict";
import {
  COMMIT_REQUESTED_TYPE,
  formatCommitRequestedEvent,
  isWorkspaceLocation,
  parseCommitRequestedEvent,
} from "../../../core/commit/mod.ts";

const REQUEST = {
  userId: "demo",
  taskId: "task-1",
  localDate: "2026-03-04",
  kind: "morning_brief",
  workspace: ".tasks/task-1/2026-03-04/morning_brief",
  strict: true,
} as const;
const ORIGIN = { id: "018f2a4e-0000-7000-8000-000000000001", source: "/agent", time: "2026-03-04T06:00:00Z" };

Deno.test("a commit request can be formatted, serialised as JSON and parsed again", () => {
  const event = formatCommitRequestedEvent(REQUEST, ORIGIN);
  assert.deepEqual([event.type, event.subject, event.id], [
    COMMIT_REQUESTED_TYPE,
    "20260304-morning-brief",
    ORIGIN.id,
  ]);
  const read = parseCommitRequestedEvent(JSON.parse(JSON.stringify(event)));
  assert.deepEqual(read, { ok: true, request: REQUEST });
});

Deno.test("a request is not strict by default, and unknown attributes are ignored", () => {
  const { strict: _strict, ...data } = REQUEST;
  const event = { specversion: "1.0", type: COMMIT_REQUESTED_TYPE, traceparent: "00-ab", data };
  const read = parseCommitRequestedEvent({ ...event, data: { ...data, colour: "red" } });
  assert.deepEqual(read, { ok: true, request: { ...data, strict: false } });
});

Deno.test("an invalid commit request is rejected with a short reason", () => {
  const event = formatCommitRequestedEvent(REQUEST, ORIGIN);
  const notAnEnvelope = /^it is not a CloudEvents 1.0 envelope of type tck.commit.requested.v1$/;
  const cases: [unknown, RegExp][] = [
    [null, notAnEnvelope],
    ["text", notAnEnvelope],
    [[], notAnEnvelope],
    [{ ...event, specversion: "0.3" }, notAnEnvelope],
    [{ ...event, type: "tck.widget_batch.committed.v1" }, notAnEnvelope],
    [{ ...event, data: null }, notAnEnvelope],
    [{ ...event, data: [] }, /^user of type undefined is not a user id$/],
    [withData({ userId: ".." }), /^user ".." is not a user id$/],
    [withData({ userId: { toString: "demo" } }), /^user of type object is not a user id$/],
    [withData({ localDate: "2026-02-30" }), /^date "2026-02-30" is not a day as YYYY-MM-DD$/],
    [
      withData({ kind: "brunch" }),
      /^kind "brunch" is not one of welcome, feature_intro, morning_brief, evening_brief, diary$/,
    ],
    [withData({ kind: "__proto__" }), /^kind "__proto__" is not one of welcome, .*diary$/],
    [withData({ taskId: "" }), /^task "" is not 1 to 256 characters without control characters$/],
    [withData({ taskId: "a\nb" }), /^task "a.*b" is not 1 to 256 characters without control characters$/],
    [withData({ taskId: "a\u0000" }), /^task ".*" is not 1 to 256 characters without control characters$/],
    [withData({ workspace: null }), /^workspace of type null is not a relative path of plain segments$/],
    [
      withData({ workspace: `../${"x".repeat(1_000_000)}` }),
      /^workspace "\.\.\/x+.*" is not a relative path/,
    ],
    [withData({ strict: "yes" }), /^strict "yes" is not a boolean$/],
  ];
  for (const [value, reason] of cases) {
    const read = parseCommitRequestedEvent(value);
    assert.ok(!read.ok);
    assert.match(read.reason, reason);
    assert.ok(read.reason.length < 200);
  }
});

// claim: workspace-below-folder
Deno.test("a workspace's location only leads to folders below", () => {
  for (const good of ["a", "a/b", ".tasks/t1", "a b/c", "été/ü", "...", "x".repeat(1024)]) {
    assert.ok(isWorkspaceLocation(good), good);
  }
  const bad = [
    "",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "a/../b",
    "./a",
    "a\\b",
    "a\u0000",
    "a\nb",
    "\ud800",
    5,
    null,
  ];
  for (const value of [...bad, "x".repeat(1025)]) assert.ok(!isWorkspaceLocation(value), String(value));
});

function withData(changes: Record<string, unknown>): unknown {
  return { ...formatCommitRequestedEvent(REQUEST, ORIGIN), data: { ...REQUEST, ...changes } };
}
