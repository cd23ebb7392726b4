import assert from "node:assert/strict";
import type { Batch, BatchReader } from "../../../core/feed/mod.ts";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { createInternalApi, INTERNAL_PREFIX } from "../../../hosts/routes/mod.ts";
import { authorize, createIdentity, NO_ENDED_SESSIONS } from "./stack.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("the storage service's JSON keeps the sign of -0, in the list, a batch and a widget", async () => {
  const { bearers } = createIdentity({ now: Date.now() });
  const id = `w_${"a".repeat(26)}`;
  const widget = { id, manifest: { id: "a", change: -0 }, bundle: { hash: "A".repeat(64), size: 5 } };
  const batch: Batch = {
    batchId: "20260304-morning-brief",
    localDate: "2026-03-04",
    kind: "morning_brief",
    committedAt: "2026-03-04T06:00:00.000Z",
    widgets: [widget],
  };
  const reader: BatchReader = {
    listBatches: () => {
      const json = new TextEncoder().encode(stringifyJson(batch));
      return Promise.resolve({ batches: [{ ...batch, json }], next: null });
    },
    readBatch: () => Promise.resolve(batch),
    readWidget: () => Promise.resolve(widget),
    findBundle: () => Promise.resolve(null),
    readBundle: () => Promise.resolve(null),
  };
  const api = createInternalApi({ reader, bearers, endedSessions: NO_ENDED_SESSIONS, log() {} });
  const headers = await authorize("demo");
  for (const path of ["", "/20260304-morning-brief", `/widgets/${id}`]) {
    const response = await api.request(`http://127.0.0.1${INTERNAL_PREFIX}${path}`, { headers });
    assert.match(response.headers.get("Content-Type") ?? "", /^application\/json/);
    assert.match(await response.text(), /"manifest":\{"id":"a","change":-0\}/, path);
  }
});
