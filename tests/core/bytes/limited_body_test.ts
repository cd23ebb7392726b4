import assert from "node:assert/strict";
import { readLimitedBody } from "../../../core/bytes/limited_body.ts";

/** A body of several parts, which notes whether the rest of it was cancelled. */
function createBody(...sizes: number[]) {
  const state = { cancelled: false };
  const parts = sizes.values();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value).fill(value));
    },
    cancel: () => void (state.cancelled = true),
  });
  return { response: new Response(body), state };
}

Deno.test("a body of exactly the limit is read, and one byte more is rejected and cancelled", async () => {
  for (const [sizes, limit] of [[[3, 2], 5], [[5], 5], [[], 0], [[1, 1, 1], 3]] as const) {
    const { response, state } = createBody(...sizes);
    const bytes = await readLimitedBody(response, limit);
    assert.deepEqual([...bytes!], sizes.flatMap((size) => Array(size).fill(size)));
    assert.equal(state.cancelled, false);
  }
  for (const [sizes, limit] of [[[3, 3, 9], 5], [[6, 9], 5], [[1, 9], 0]] as const) {
    const { response, state } = createBody(...sizes);
    assert.equal(await readLimitedBody(response, limit), null);
    assert.equal(state.cancelled, true);
  }
  assert.deepEqual(await readLimitedBody(new Response(null), 0), new Uint8Array());
});

// claim: bucket-bomb
Deno.test("a part that is a view of a larger buffer is copied, so that the buffer is not kept", async () => {
  const buffer = new Uint8Array(64);
  let count = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (count === 3) return controller.close();
      controller.enqueue(buffer.fill(++count).subarray(0, 2));
    },
  }, { highWaterMark: 0 });
  const body = await readLimitedBody({ body: stream } as Response, 6);
  assert.deepEqual([...body!], [1, 1, 2, 2, 3, 3]);
});
