import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { ReviewResponse } from "../../../../preview/protocol.ts";
import type { ProtocolClient } from "../../../../preview/shell/client/protocol_client.ts";
import { ReviewSync } from "../../../../preview/shell/client/review_sync.ts";
import { createStore } from "../../../../preview/shell/state/create_store.ts";
import { createShellState, type ShellState } from "../../../../preview/shell/state/shell_state.ts";

const AWAITED: ReviewResponse = { entries: [], isAwaited: true };
const ENDED: ReviewResponse = { entries: [], isAwaited: false };

/** A review whose server gives these answers, one after another, and then none. */
function open(...answers: (ReviewResponse | Error)[]) {
  const store = createStore<ShellState>(
    createShellState({ search: "", preferences: {} as never, liveWidgets: [] }),
  );
  const answer = () => {
    const next = answers.shift() ?? new Error("no server");
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const client = { readReview: answer, sendVerdict: answer, endReview: answer } as unknown as ProtocolClient;
  return { sync: new ReviewSync(store, client), review: () => store.getState().review };
}

Deno.test("a server that leaves after the review's end is no error", async () => {
  const { sync, review } = open(AWAITED, ENDED, ENDED);
  await sync.refresh();
  await sync.end();
  assert.deepEqual([review().hasEnded, review().error], [true, null]);
  await sync.refresh(); // It was asked for before the server has left.
  assert.deepEqual([review().hasEnded, review().error], [true, null]);
  await sync.refresh();
  await sync.decide({ ids: ["a"], verdict: "accepted" });
  assert.deepEqual([review().hasEnded, review().error], [true, null]);
});

Deno.test("a server that leaves before the review's end is one, until it is back", async () => {
  const { sync, review } = open(AWAITED, new Error("no server"), AWAITED);
  await sync.refresh();
  await sync.refresh();
  assert.deepEqual([review().hasEnded, review().error], [false, "no server"]);
  await sync.refresh();
  assert.deepEqual([review().hasEnded, review().error], [false, null]);
});

Deno.test("a verdict that fails says so beside the review as it is now", async () => {
  const { sync, review } = open(AWAITED, new Error("another page has decided"), ENDED);
  await sync.refresh();
  await sync.decide({ ids: ["a"], verdict: "accepted" });
  assert.deepEqual([review().isAwaited, review().error], [false, "another page has decided"]);
});

Deno.test("a verdict that is sent while the review is read waits, and nothing read before takes it back", async () => {
  const store = createStore<ShellState>(createShellState({ search: "", preferences: {} as never }));
  const asked: [string, PromiseWithResolvers<ReviewResponse>][] = [];
  const ask = (what: string) => () => {
    asked.push([what, Promise.withResolvers()]);
    return asked.at(-1)![1].promise;
  };
  const client = { readReview: ask("read"), sendVerdict: ask("verdict"), endReview: ask("end") };
  const sync = new ReviewSync(store, client as unknown as ProtocolClient);
  const changes = [sync.refresh(), sync.decide({ ids: ["a"], verdict: "accepted" }), sync.end()];
  for (const [index, answer] of [AWAITED, AWAITED, ENDED].entries()) {
    await setImmediate();
    assert.equal(asked.length, index + 1);
    asked[index]![1].resolve(answer);
  }
  await Promise.all(changes);
  assert.deepEqual(asked.map(([what]) => what), ["read", "verdict", "end"]);
  assert.equal(store.getState().review.hasEnded, true);
});
