import assert from "node:assert/strict";
import { createListTurns } from "../../../hosts/routes/http/upstream.ts";

Deno.test("lists of one user are in turns by the user, also where each request has a bearer of its own", async () => {
  const turns = createListTurns({
    parallelLists: 2,
    nameUser: (bearer) => Promise.resolve(bearer.slice(0, 3)),
  });
  const { signal } = new AbortController();
  const running: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (bearer: string, end: Promise<void>) =>
    turns.run(bearer, signal, async () => {
      running.push(bearer);
      await end;
    });
  const ofEve = [run("eve1", gate.promise), run("eve2", Promise.resolve())];
  await run("bob1", Promise.resolve());
  assert.deepEqual(running, ["eve1", "bob1"], "the second bearer of eve waits for her first");
  gate.resolve();
  await Promise.all(ofEve);
  assert.deepEqual(running, ["eve1", "bob1", "eve2"]);
});
