import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import postgres from "postgres";
import { sql } from "kysely";
import { openHostPools } from "../../../hosts/postgres/connections/host_pools.ts";
import { checkPostgres, openDatabase } from "../../../hosts/postgres/mod.ts";
import { startPgBouncer } from "../../servers/pgbouncer.ts";
import { nameTestsOf } from "../../servers/programs.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { within } from "../../waiting/mod.ts";

const needsBouncer = await nameTestsOf(["pgbouncer"], "pgbouncer");

let server: DatabaseServer;
let url: string;

Deno.test.beforeAll(async () => {
  server = await openPostgres();
  url = await server.createDatabase();
  await (await openDatabase({ url, dataDir: "unused" })).close();
});
Deno.test.afterAll(() => server.stop());

async function configure(...settings: readonly string[]): Promise<void> {
  const client = postgres(new URL("/postgres", url).href, { max: 1 });
  const name = new URL(url).pathname.slice(1);
  for (const setting of settings) await client.unsafe(`alter database ${name} ${setting}`);
  await client.end();
}

/**
 * Whatever a database may have set that a statement relies on. A statement of 10 ms is long enough for the one that sets the
 * timeout, and shorter than the one that is executed then.
 */
const SETTINGS = [
  "set DateStyle = 'SQL, DMY'",
  "set search_path = ''",
  "set statement_timeout = '10ms'",
  "set lock_timeout = '1ms'",
  "set default_transaction_read_only = on",
  "set default_transaction_isolation = 'serializable'",
  "set synchronous_commit = off",
];

/** Reads a time and the next notification, in two connections at once. */
async function useDatabase(address: string): Promise<void> {
  await using database = await openDatabase({ url: address, dataDir: "unused" });
  const { kysely, notifications } = database;
  const readClock = () =>
    kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ at: unknown; wait: unknown }>`
        select clock_timestamp() as at, pg_sleep(0.05) as wait`.execute(transaction);
      return rows[0]!.at;
    });
  for (const at of await Promise.all(Array.from({ length: 8 }, readClock))) assert.ok(at instanceof Date);
  assert.deepEqual(await notifications.take(1), []);
}

Deno.test("a connection sets what its statements rely on, whatever the database has set", async () => {
  await configure(...SETTINGS);
  try {
    assert.equal(await checkPostgres(url), 0);
    await useDatabase(url);
  } finally {
    await configure("reset all");
  }
});

for (const mode of ["session", "transaction"] as const) {
  Deno.test(needsBouncer(`PgBouncer in ${mode} mode: two processes work`), async () => {
    await using bouncer = await startPgBouncer(url, mode);
    assert.equal(await checkPostgres(bouncer.url), 0);
    await Promise.all([useDatabase(bouncer.url), useDatabase(bouncer.url)]);
  });
}

Deno.test(needsBouncer("behind a pooler, what the role must have is named by the check"), async () => {
  await configure("set default_transaction_read_only = on", "set statement_timeout = '1ms'");
  try {
    await using bouncer = await startPgBouncer(url, "transaction");
    await assert.rejects(
      checkPostgres(bouncer.url),
      /behind a pooler: statement_timeout is 1 ms, default_transaction_read_only is "on"; set it for the role/,
    );
  } finally {
    await configure("reset all");
  }
});

Deno.test("several hosts are tried in their order, and the next connection begins where the last was made", async () => {
  const { host, pathname, username, password } = new URL(url);
  const several = (...hosts: string[]) => `postgres://${username}:${password}@${hosts.join(",")}${pathname}`;
  for (const attrs of ["", "?target_session_attrs=read-write", "?target_session_attrs=primary"]) {
    await useDatabase(several("127.0.0.1:9", host) + attrs);
  }
  await assert.rejects(
    openDatabase({ url: several("127.0.0.1:9", "127.0.0.1:10"), dataDir: "unused" }),
    (error: Error) =>
      /127\.0\.0\.1:9: .*; 127\.0\.0\.1:10: /.test(error.message) && !error.message.includes(password),
  );
  await assert.rejects(
    openDatabase({ url: `${url}?target_session_attrs=standby`, dataDir: "unused" }),
    /target_session_attrs is "standby", and a service works with a primary/,
  );
});

Deno.test("a host that took no connection is tried again only when the other one takes none", async () => {
  const { host, pathname, username, password } = new URL(url);
  let tries = 0;
  const lost = createServer((socket) => {
    tries++;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(lost, "listening");
  const { port } = lost.address() as AddressInfo;
  const address = `postgres://${username}:${password}@127.0.0.1:${port},${host}${pathname}`;
  const pools = openHostPools(address, { max: 2 });
  try {
    const clients = [await pools.connect(), await pools.connect()];
    for (const { client } of clients) client.release(true);
    assert.deepEqual((await pools.query("select 1 as one")).rows, [{ one: 1 }]);
    assert.equal(tries, 1);
  } finally {
    await pools.end();
    lost.close();
  }
});

Deno.test("a host that lets a client in and then does not answer is left in time, and the next one is tried", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    socket.once("data", () => {
      socket.write(LET_IN);
      socket.resume();
    });
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { host, pathname, username, password } = new URL(url);
  const address = (...hosts: string[]) => `postgres://${username}:${password}@${hosts.join(",")}${pathname}`;
  const [alone, several] = [
    openHostPools(address(`127.0.0.1:${port}`), { max: 1, connectionTimeout: 1_000 }),
    openHostPools(address(`127.0.0.1:${port}`, host), { max: 1, connectionTimeout: 10_000 }),
  ];
  try {
    for (let count = 0; count < 3; count++) {
      await within(
        "the connection ends",
        assert.rejects(alone.connect(), /no answer within 1000 ms/),
        10_000,
      );
    }
    const { client } = await within("the other host is tried", several.connect());
    assert.deepEqual((await client.query("select 1 as one")).rows, [{ one: 1 }]);
    client.release();
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await Promise.all([alone.end(), several.end()]);
  }
});

/** What PostgreSQL sends to a client that it has let in: AuthenticationOk, BackendKeyData, ReadyForQuery. */
const LET_IN = new Uint8Array([
  ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0],
  ...[0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1],
  ...[0x5a, 0, 0, 0, 5, 0x49],
]);
