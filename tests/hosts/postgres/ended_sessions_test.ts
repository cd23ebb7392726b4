import assert from "node:assert/strict";
import { createEndedSessions, openDatabase } from "../../../hosts/postgres/mod.ts";
import { preparedFolder } from "../cli/command_process.ts";

Deno.test("a session that is ended twice has ended, and no other one", async () => {
  await using folder = await preparedFolder();
  await using database = await openDatabase({ dataDir: folder.path });
  const sessions = createEndedSessions(database);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  assert.equal(await sessions.end(one), true);
  assert.equal(await sessions.end(one), false);
  const ask = (sessionId: string) => sessions.has({ sessionId, userId: "ada", sessionOpenedAt: null });
  assert.deepEqual([await ask(one), await ask(other)], [true, false]);
});

Deno.test("of many who end a session at the same time, one does", async () => {
  await using folder = await preparedFolder();
  await using database = await openDatabase({ dataDir: folder.path });
  const sessions = createEndedSessions(database);
  const session = crypto.randomUUID();
  const ended = await Promise.all(Array.from({ length: 10 }, () => sessions.end(session)));
  assert.equal(ended.filter(Boolean).length, 1);
});
