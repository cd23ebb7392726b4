import assert from "node:assert/strict";
import { createCoalescer } from "../../../hosts/routes/http/coalesce.ts";
import { WaitLimit } from "../../../hosts/routes/http/wait_limit.ts";
import { within } from "../../waiting/mod.ts";

Deno.test.sanitizer({ ops: true, resources: true });
Deno.test("all waits together take no longer than the limit, and the time between them does not count", async () => {
  const { now } = performance;
  let elapsed = 0;
  performance.now = () => now.call(performance) + elapsed;
  try {
    const limit = new WaitLimit(60_000);
    const passTime = (milliseconds: number) =>
      limit.wait(Promise.resolve().then(() => elapsed += milliseconds));
    await passTime(30_000);
    elapsed += 100_000;
    await passTime(29_990);
    assert.equal(limit.signal.aborted, false);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("the limit begins again")), 20_000);
    const endless = Promise.race([limit.wait(new Promise<never>(() => {})), late.promise]);
    await assert.rejects(() => endless, { name: "TimeoutError", message: "No answer in time" });
    clearTimeout(timer);
    assert.equal(limit.signal.reason.name, "TimeoutError");
    await assert.rejects(() => limit.wait(Promise.resolve("late")), { name: "TimeoutError" });
  } finally {
    performance.now = now;
  }
});

Deno.test("an abort ends the current wait and every later one with its reason, and a wait that failed leaves no timer", async () => {
  const limit = new WaitLimit(3_600_000);
  await assert.rejects(() => limit.wait(Promise.reject(new Error("broken"))), /broken/);
  const waiting = limit.wait(new Promise<never>(() => {}));
  limit.abort(new Error("the client left"));
  await assert.rejects(() => waiting, /the client left/);
  await assert.rejects(() => limit.wait(Promise.resolve(1)), /the client left/);
  // A rejection that nobody handles would end this test.
  await assert.rejects(() => limit.wait(Promise.reject(new Error("aborted too"))), /the client left/);
});

Deno.test("the limit of a caller ends when its client leaves, also when it has left before", async () => {
  for (const isBefore of [true, false]) {
    const client = new AbortController();
    const leave = () => client.abort(new Error("the client left"));
    if (isBefore) leave();
    const caller = { request: new Request("http://localhost", { signal: client.signal }), headers: {} };
    const limit = WaitLimit.ofCaller(3_600_000, caller);
    const waiting = limit.wait(new Promise<never>(() => {}));
    if (!isBefore) leave();
    await assert.rejects(within("the wait ends", waiting, 5_000), /the client left/);
  }
});

Deno.test("work for one key is done once for all who ask while it runs, and again afterwards, also when it failed", async () => {
  const coalesce = createCoalescer<string>();
  let runs = 0;
  const gate = Promise.withResolvers<string>();
  const work = () => (runs++, gate.promise);
  const [first, second] = [coalesce("a", work), coalesce("a", work)];
  const other = coalesce("b", () => Promise.resolve("other"));
  gate.resolve("done");
  assert.deepEqual([await first, await second, await other, runs], ["done", "done", "other", 1]);
  await assert.rejects(() => coalesce("a", () => Promise.reject(new Error("no"))), /no/);
  assert.equal(await coalesce("a", () => Promise.resolve("again")), "again");
});
