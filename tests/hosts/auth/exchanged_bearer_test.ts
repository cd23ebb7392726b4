import assert from "node:assert/strict";
import { createIdentity } from "../routes/stack.ts";

// claim: session-bearer-shared-briefly
Deno.test("requests of a session share a bearer for a second, never those of two sessions", async () => {
  const clock = { now: Date.UTC(2026, 2, 1) };
  const { sessions, bearers } = createIdentity(clock);
  const read = async (userId: string) => (await sessions.read((await sessions.open({ userId })).token))!;
  const [ada, again, eve] = [await read("ada"), await read("ada"), await read("eve")];
  const exchange = () => Promise.all([ada, again, eve].map((session) => sessions.exchange(session)));
  const first = await exchange();
  assert.equal(new Set(first).size, 3, "two sessions have one bearer");
  const owners = await Promise.all(first.map(async (bearer) => {
    const { userId, sessionId } = (await bearers.verify(bearer))!;
    return [userId, sessionId];
  }));
  assert.deepEqual(owners, [ada, again, eve].map(({ userId, id }) => [userId, id]));
  clock.now += 999;
  assert.deepEqual(await exchange(), first);
  clock.now += 1;
  const second = await exchange();
  assert.equal(new Set([...first, ...second]).size, 6);
});
