import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { startSilentRelay } from "../../servers/silent_relay.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const FAILURE = { code: "database.unreachable", message: "The database did not answer within 2 s" };

/** More than the connections of the queues. */
const TAKES = 3;
/** As many as the pool has connections. */
const TRANSACTIONS = 10;

Deno.test("connections that become silent fail their statements, and are replaced by others", async () => {
  await using server = await openPostgres();
  const url = new URL(await server.createDatabase());
  const options = { dataDir: "unused", answerTimeout: 2_000 };
  await (await openDatabase({ ...options, url: url.href, answerTimeout: undefined })).close();
  await using relay = await startSilentRelay(Number(url.port));
  url.port = String(relay.port);
  await using database = await openDatabase({ ...options, url: url.href });
  const { kysely, notifications } = database;
  const takeAll = () => Promise.allSettled(Array.from({ length: TAKES }, () => notifications.take(1)));

  await takeAll();
  const silenced = Promise.withResolvers<void>();
  let begun = 0;
  const transactions = Array.from(
    { length: TRANSACTIONS },
    () =>
      kysely.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        if (++begun === TRANSACTIONS) {
          relay.silence();
          silenced.resolve();
        }
        await silenced.promise;
        await sql`select 1`.execute(transaction);
      }),
  );
  const failed = Promise.all(transactions.map((transaction) => assert.rejects(transaction, FAILURE)));
  await silenced.promise;
  await Promise.all([failed, takeAll()]);

  await sql`select 1`.execute(kysely);
  assert.deepEqual(await notifications.take(1), []);

  const askAll = () =>
    Promise.allSettled(Array.from({ length: TRANSACTIONS }, () => sql`select 1`.execute(kysely)));
  await askAll();
  relay.silence();
  for (const answer of await askAll()) {
    assert.deepEqual([answer.status, (answer as PromiseRejectedResult).reason?.code], [
      "rejected",
      FAILURE.code,
    ]);
  }
  assert.deepEqual((await askAll()).map(({ status }) => status), Array(TRANSACTIONS).fill("fulfilled"));
});
