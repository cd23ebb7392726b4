import assert from "node:assert/strict";
import { createEndedSessions, openDatabase } from "../../../hosts/postgres/mod.ts";
import { preparedFolder } from "../cli/command_process.ts";

Deno.test("a session that is ended twice has ended, and no other one", async () => {
  await using folder = await preparedFolder();
  await using database = await openDatabase({ dataDir: folder.path });
  const sessions = createEndedSessions(database);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await sessions.end(one);
  await sessions.end(one);
  assert.deepEqual([await sessions.has(one), await sessions.has(other)], [true, false]);
});
