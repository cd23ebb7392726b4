import assert from "node:assert/strict";
import { createLocalUpstream } from "../../../hosts/routes/http/local_upstream.ts";
import { createListTurns } from "../../../hosts/routes/http/upstream.ts";
import {
  fetchBatches,
  findNeighbours,
  readInTurn,
  takeIdentity,
} from "../../../hosts/routes/web/cloud_batches.ts";
import { letOthersRun } from "../../../hosts/time/mod.ts";

Deno.test("lists of one user are in turns by the user, also where each request has a bearer of its own", async () => {
  const turns = createListTurns({
    parallelLists: 2,
    nameUser: (bearer) => Promise.resolve(bearer.slice(0, 3)),
  });
  const { signal } = new AbortController();
  const running: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (bearer: string, end: Promise<void>, onBegin = () => {}) =>
    turns.run(bearer, signal, async () => {
      running.push(bearer);
      onBegin();
      await end;
    });
  const begun = Promise.withResolvers<void>();
  const first = run("eve1", gate.promise, begun.resolve);
  await begun.promise;
  const second = run("eve2", Promise.resolve());
  await letOthersRun();
  await run("bob1", Promise.resolve());
  assert.deepEqual(running, ["eve1", "bob1"], "the second bearer of eve waits for her first");
  gate.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(running, ["eve1", "bob1", "eve2"]);
});

// claim: list-budget
Deno.test("a page reads all its lists in one turn, one after another, and another page of the user none meanwhile", async () => {
  const asked: string[] = [];
  let reading = 0;
  const cloud = createLocalUpstream(async (request) => {
    asked.push(request.headers.get("Authorization")!);
    assert.equal(++reading, 1, "one list at a time");
    await letOthersRun();
    reading--;
    return Response.json({ batches: [], nextCursor: null });
  }, { parallelLists: 2, nameUser: () => Promise.resolve("eve") });
  const read = (bearer: string) => {
    const caller = { request: new Request("http://localhost/"), headers: {} };
    return readInTurn(cloud, { bearer, caller }, async (lists) => {
      await fetchBatches(lists, "limit=5", takeIdentity);
      await findNeighbours(lists, { localDate: "2026-03-04", kind: "diary" });
    });
  };
  await Promise.all([read("a"), read("b")]);
  // Either page may be first.
  const ofPage = (first: string) => Array.from({ length: 3 }, () => first);
  assert.deepEqual(asked, [...ofPage(asked[0]!), ...ofPage(asked[3]!)]);
  assert.deepEqual(new Set(asked), new Set(["Bearer a", "Bearer b"]));
});
