import assert from "node:assert/strict";
import { FairTurns } from "../../../hosts/time/mod.ts";

/** Work of users that ends when the test says so. */
function createWork(atOnce: number) {
  const turns = new FairTurns(atOnce);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const never = new AbortController().signal;
  return {
    started,
    ask(user: string, signal: AbortSignal = never): Promise<string> {
      return turns.run(user, signal, () => {
        started.push(user);
        return new Promise((resolve) => ends.push(() => resolve(user)));
      });
    },
    async endFirst(): Promise<void> {
      await settle();
      ends.shift()!();
      await settle();
    },
  };
}

/** Lets what follows a promise happen. */
async function settle(): Promise<void> {
  for (let step = 0; step < 5; step++) await Promise.resolve();
}

// claim: lists-take-turns
Deno.test("users take turns, also when one has asked for most, and none has all places", async () => {
  const { started, ask, endFirst } = createWork(3);
  const asked = [..."aaaa"].map((user) => ask(user));
  await settle();
  assert.deepEqual(started, ["a", "a"]);
  asked.push(...["b", "c", "b"].map((user) => ask(user)));
  await settle();
  assert.deepEqual(started, ["a", "a", "b"]);
  for (let count = 0; count < 4; count++) await endFirst();
  assert.equal(started.join(""), "aabcaba");
  for (let count = 0; count < 3; count++) await endFirst();
  assert.deepEqual(await Promise.all(asked), ["a", "a", "a", "a", "b", "c", "b"]);
});

// claim: lists-take-turns
Deno.test("work whose client has left before its turn is not done, and the next is", async () => {
  const { started, ask, endFirst } = createWork(1);
  const left = new AbortController();
  const first = ask("a");
  const abandoned = Array.from({ length: 1_000 }, () => ask("a", left.signal));
  const last = ask("b");
  left.abort();
  await endFirst();
  await endFirst();
  const outcomes = await Promise.allSettled(abandoned);
  assert.ok(
    outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason.code === "request.cancelled"),
  );
  assert.deepEqual([started, await first, await last], [["a", "b"], "a", "b"]);
});

// claim: page-module-limit
Deno.test("users who ask again at once keep no other waiting for more than what runs", async () => {
  const { started, ask, endFirst } = createWork(1);
  const greedy = [..."abcabc"].map((user) => ask(user));
  for (const user of "abc") {
    await endFirst();
    greedy.push(ask(user));
  }
  const quiet = ask("quiet");
  await endFirst();
  assert.equal(started.at(-1), "quiet");
  for (let count = 0; count < 6; count++) await endFirst();
  await Promise.all([...greedy, quiet]);
});

Deno.test("work whose client leaves while it waits ends at once", async () => {
  const { ask, endFirst } = createWork(1);
  const left = new AbortController();
  const first = ask("a");
  const second = ask("a", left.signal);
  left.abort();
  await assert.rejects(second, { name: "ProblemError", code: "request.cancelled" });
  await assert.rejects(ask("a", left.signal), { code: "request.cancelled" });
  await endFirst();
  assert.equal(await first, "a");
});

Deno.test("work that fails gives its place to the next", async () => {
  const turns = new FairTurns(1);
  const { signal } = new AbortController();
  const failed = turns.run("a", signal, () => Promise.reject(new Error("no")));
  const next = turns.run("a", signal, () => Promise.resolve(1));
  await assert.rejects(failed, /no/);
  assert.equal(await next, 1);
});

Deno.test("the last turns of 10,000 users are remembered, and not of more", async () => {
  const turns = new FairTurns(1);
  const { signal } = new AbortController();
  const order: string[] = [];
  const ask = (user: string) => turns.run(user, signal, () => Promise.resolve(order.push(user)));
  for (let user = 0; user < 9_999; user++) await ask(`u${user}`);
  const held = Promise.withResolvers<void>();
  const last = turns.run("u9999", signal, () => held.promise);
  order.length = 0;
  const asked = ["u1", "u0", "new"].map(ask);
  held.resolve();
  await Promise.all([last, ...asked]);
  // With the turn of the new user, that of the first one is forgotten.
  assert.deepEqual(order, ["new", "u0", "u1"]);
});

Deno.test("a signal that outlives the work keeps no listener of it, whether the work ends, fails or has waited", async () => {
  const turns = new FairTurns(1);
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners.add(args[1]);
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners.delete(args[1]);
    removeEventListener.apply(signal, args);
  };
  const failed = turns.run("a", signal, () => Promise.reject(new Error("no")));
  const asked = [..."ab"].map((user) => turns.run(user, signal, () => Promise.resolve()));
  assert.ok(listeners.size > 0);
  await assert.rejects(failed, /no/);
  await Promise.all(asked);
  assert.equal(listeners.size, 0);
});
