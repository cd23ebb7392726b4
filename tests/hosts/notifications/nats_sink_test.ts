import assert from "node:assert/strict";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import { openNatsSink } from "../../../hosts/notifications/nats_sink.ts";

/** Replies to each notification after a reply to another one. */
const PROGRAM = `addEventListener("message", ({ data: { event: { id } } }) => {
  postMessage({ id: "another", failure: id === "good" ? "not this one" : null });
  postMessage({ id, failure: id === "good" ? null : "the broker rejects it" });
});`;

Deno.test("a reply to one notification neither confirms nor fails another", async () => {
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(_url: URL | string, options?: WorkerOptions) {
      super(`data:text/javascript,${encodeURIComponent(PROGRAM)}`, options);
    }
  };
  try {
    await using open = openNatsSink(new URL("nats://127.0.0.1:4222/batches"));
    const { signal } = new AbortController();
    const deliver = (id: string) => open.sink({ id } as BatchCommittedEvent, signal);
    await deliver("good");
    await assert.rejects(() => deliver("bad"), { message: "the broker rejects it" });
    await deliver("good");
    await assert.rejects(() => open.sink({ id: "good" } as BatchCommittedEvent, AbortSignal.abort()), {
      name: "AbortError",
    });
  } finally {
    globalThis.Worker = Worker;
  }
});
