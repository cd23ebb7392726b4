import assert from "node:assert/strict";
import { sql } from "kysely";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BatchCommittedEvent, formatBatchCommittedEvent } from "../../../core/commit/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { preparedFolder, runCommand, startCommand } from "./command_process.ts";

const EVENT = formatBatchCommittedEvent({
  commitId: "0d4c1a52-7a57-4c4c-9d0e-5b1b2f1d7c11",
  appUrl: "https://app.example",
  userId: "demo",
  taskId: "task-1",
  localDate: "2026-03-04",
  kind: "morning_brief",
  widgetCount: 2,
  committedAt: "2026-03-04T06:00:00.000Z",
});

/** Adds one dead notification to the embedded database of a data folder. */
async function addDeadNotification(dataDir: string): Promise<void> {
  await using database = await openDatabase({ dataDir });
  const { kysely, notifications: queue } = database;
  await kysely.transaction().execute((transaction) => queue.enqueue(transaction, EVENT));
  await sql`update tck_queue.job set retry_limit = 0`.execute(kysely);
  const [taken] = await queue.take(1);
  await queue.giveBack(taken!.jobId, "nobody is there");
}

Deno.test("a dead notification is listed, replayed and delivered while serve holds the data folder", async () => {
  await using folder = await preparedFolder();
  await addDeadNotification(folder.path);
  const data = ["--data", folder.path];

  const alone = await runCommand(["notifications", ...data]);
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(
    alone.stdout,
    /^0d4c1a52-\S+ \S+Z 20260304-morning-brief of "demo": attempt 1 was the last: nobody/,
  );

  const arrived = Promise.withResolvers<BatchCommittedEvent>();
  const receiver = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync(incoming);
    outgoing.end();
    arrived.resolve(JSON.parse(chunks.join("")));
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    await using server = startCommand(["serve", "--port", "0", "--json", ...data], {
      TCK_NOTIFY_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      TCK_NOTIFY_SECRET: "a secret of more than thirty-two letters",
    });
    await server.printed(/^\{.*\}$/m);
    const listed = JSON.parse((await runCommand(["notifications", "list", "--json", ...data])).stdout);
    assert.deepEqual(listed.map(({ event }: { event: BatchCommittedEvent }) => event), [EVENT]);
    const replayed = await runCommand(["notifications", "replay", EVENT.id, "--json", ...data]);
    assert.deepEqual([replayed.code, JSON.parse(replayed.stdout)], [0, { replayed: true }]);
    assert.deepEqual(await arrived.promise, EVENT);
    const again = await runCommand(["notifications", "replay", EVENT.id, ...data]);
    assert.deepEqual([again.code, again.stdout], [1, "there is no dead notification with this id\n"]);
    assert.equal((await runCommand(["notifications", "--json", ...data])).stdout, "[]\n");
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
