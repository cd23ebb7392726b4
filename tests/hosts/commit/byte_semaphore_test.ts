import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { ByteSemaphore } from "../../../hosts/commit/write_objects.ts";

Deno.test("bytes that are released can be acquired again, by all that fit", async () => {
  const memory = new ByteSemaphore(10);
  const first = await memory.acquire(6);
  let waiting = 2;
  const others = [4, 6].map((bytes) => memory.acquire(bytes).finally(() => waiting--));
  await setImmediate();
  assert.equal(waiting, 1, "exactly the limit is acquired, and not more");
  first[Symbol.dispose]();
  await Promise.all(others);
});

Deno.test("of several that wait for the same bytes, one gets them, and the next after its release", async () => {
  const memory = new ByteSemaphore(10);
  let held = await memory.acquire(10);
  const acquired: Disposable[] = [];
  const waiting = [8, 8, 8].map((bytes) => memory.acquire(bytes).then((one) => acquired.push(one)));
  for (let turn = 1; turn <= 3; turn++) {
    held[Symbol.dispose]();
    await setImmediate();
    assert.equal(acquired.length, turn);
    held = acquired.at(-1)!;
  }
  await Promise.all(waiting);
});

Deno.test("more bytes than the limit are acquired when nothing else is in use", async () => {
  const memory = new ByteSemaphore(10);
  const first = await memory.acquire(1);
  const large = memory.acquire(11);
  let isAcquired = false;
  large.then(() => isAcquired = true);
  await setImmediate();
  assert.equal(isAcquired, false);
  first[Symbol.dispose]();
  (await large)[Symbol.dispose]();
  await memory.acquire(10);
});
