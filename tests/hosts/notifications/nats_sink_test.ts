import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { Worker } from "node:worker_threads";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import { readNatsSink } from "../../../hosts/notifications/nats_sink.ts";

Deno.test("a reply to one notification neither confirms nor fails another", async () => {
  const { postMessage } = Worker.prototype;
  const workers = new Set<Worker>();
  const listeners: number[] = [];
  // The worker replies to each notification after a reply to another one.
  Worker.prototype.postMessage = function ({ event: { id } }: { event: { id: string } }) {
    workers.add(this);
    listeners.push(this.listenerCount("message") + this.listenerCount("error"));
    this.emit("message", { id: "another", failure: id === "good" ? "not this one" : null });
    this.emit("message", { id, failure: id === "good" ? null : "the broker rejects it" });
  };
  try {
    await using open = readNatsSink(new URL("nats://127.0.0.1:4222/batches"))();
    const { signal } = new AbortController();
    const deliver = (id: string) => open.sink({ id } as BatchCommittedEvent, signal);
    await deliver("good");
    await assert.rejects(() => deliver("bad"), { message: "NATS at 127.0.0.1:4222: the broker rejects it" });
    await deliver("good");
    await deliver("good");
    assert.equal(workers.size, 2, "a worker that has failed is replaced by one, which stays");
    assert.equal(new Set(listeners).size, 1, "each delivery takes its listeners away");
    assert.deepEqual(getEventListeners(signal, "abort"), []);
    await assert.rejects(() => open.sink({ id: "good" } as BatchCommittedEvent, AbortSignal.abort()), {
      name: "AbortError",
    });
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
});

Deno.test("an error of a worker that was replaced does not end the present one", async () => {
  const { postMessage, terminate } = Worker.prototype;
  const [workers, ended] = [new Set<Worker>(), new Set<Worker>()];
  Worker.prototype.terminate = function () {
    ended.add(this);
    return terminate.call(this);
  };
  Worker.prototype.postMessage = function ({ event: { id } }: { event: { id: string } }) {
    workers.add(this);
    this.emit("message", { id, failure: id === "good" ? null : "the broker rejects it" });
  };
  try {
    const open = readNatsSink(new URL("nats://127.0.0.1:4222/batches"))();
    const { signal } = new AbortController();
    const deliver = (id: string) => open.sink({ id } as BatchCommittedEvent, signal);
    await assert.rejects(() => deliver("bad"));
    await deliver("good");
    const [replaced, present] = [...workers];
    replaced!.emit("error", new Error("it ends late"));
    await deliver("good");
    assert.equal(workers.size, 2, "the present worker stays");
    present!.emit("error", new Error("it ends"));
    await deliver("good");
    assert.equal(workers.size, 3, "a worker that has ended is replaced");
    await open[Symbol.asyncDispose]();
    assert.deepEqual(ended, workers, "each of them ends");
  } finally {
    Object.assign(Worker.prototype, { postMessage, terminate });
  }
});
