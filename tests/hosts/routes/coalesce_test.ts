import assert from "node:assert/strict";
import { createCoalescer } from "../../../hosts/routes/http/coalesce.ts";

Deno.test("work for one key runs once for all who ask meanwhile, and again afterwards", async () => {
  const coalesce = createCoalescer<number>(60_000);
  let runs = 0;
  const work = () => Promise.resolve(++runs);
  assert.deepEqual(await Promise.all([coalesce("a", work), coalesce("a", work), coalesce("b", work)]), [
    1,
    1,
    2,
  ]);
  assert.equal(await coalesce("a", work), 3);
  await assert.rejects(coalesce("a", () => Promise.reject(new Error("failed"))), /failed/);
  assert.equal(await coalesce("a", work), 4);
});

Deno.test("work that takes too long is not joined, and its end does not end the later one's", async () => {
  const coalesce = createCoalescer<string>(0);
  const stalled = Promise.withResolvers<string>();
  const first = coalesce("a", () => stalled.promise);
  assert.equal(await coalesce("a", () => Promise.resolve("second")), "second");
  stalled.resolve("first");
  assert.equal(await first, "first");
});

Deno.test("work that replaced a stalled one is still joined after the stalled one has ended", async () => {
  const { now } = performance;
  using _ = { [Symbol.dispose]: () => performance.now = now };
  let elapsed = 0;
  performance.now = () => elapsed;
  const coalesce = createCoalescer<string>(200);
  const [stalled, later] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = coalesce("a", () => stalled.promise);
  elapsed = 200;
  const second = coalesce("a", () => later.promise);
  stalled.resolve("first");
  assert.equal(await first, "first");
  const third = coalesce("a", () => Promise.resolve("third"));
  later.resolve("second");
  assert.deepEqual(await Promise.all([second, third]), ["second", "second"]);
});
