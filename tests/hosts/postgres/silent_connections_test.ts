import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { startSilentRelay } from "../../servers/silent_relay.ts";
import { within } from "../../waiting/mod.ts";

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
  const [, takes] = await Promise.all([failed, takeAll()]);
  const failures = takes.flatMap((take) => take.status === "rejected" ? [take.reason.code] : []);
  assert.deepEqual([...new Set(failures)], [FAILURE.code], "the queues' own statements fail likewise");

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

/** A database of this version's schema behind a relay. */
async function openRelayed() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await openPostgres());
  const url = new URL(await server.createDatabase());
  await (await openDatabase({ dataDir: "unused", url: url.href })).close();
  const relay = stack.use(await startSilentRelay(Number(url.port)));
  url.port = String(relay.port);
  const options = { dataDir: "unused", answerTimeout: 2_000, url: url.href };
  const owned = stack.move();
  return { relay, options, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

Deno.test("a command does not wait for ever for a connection that becomes silent as it asks for the schema", async () => {
  await using relayed = await openRelayed();
  const { relay, options } = relayed;
  relay.silenceAt("to_regclass");
  await within("the command ends", assert.rejects(openDatabase(options), FAILURE), 20_000);
});

Deno.test("nor does a service that does so after a failover", async () => {
  await using relayed = await openRelayed();
  const { relay, options } = relayed;
  await using database = await openDatabase(options);
  relay.silenceAt("to_regclass");
  await within("the question ends", database.server.migrate(), 20_000);
});
