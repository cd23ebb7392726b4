import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { parseObjectKey } from "../../core/naming/mod.ts";
import type { NotificationSink } from "../../hosts/notifications/mod.ts";
import type { Database, Tables } from "../../hosts/postgres/mod.ts";
import { createConnectionPool } from "../../hosts/postgres/connections/connection_pool.ts";
import type { CallWatch } from "./call_watch.ts";

/** The same database on connections of its own, where each statement of the commit protocol is a watched call. */
export function watchDatabase(
  database: Database,
  url: string,
  watch: CallWatch,
  phases: readonly string[] = PHASES,
): Database {
  const pool = watchPool(createConnectionPool(url), watch, phases);
  return { ...database, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}

/** The same object store, where each put, get and delete is a watched call. */
export function watchObjects(objects: ObjectStore, watch: CallWatch): ObjectStore {
  const name = (verb: string, key: string) => `${verb} ${parseObjectKey(key)?.type ?? key}`;
  return {
    ...objects,
    put: (key, bytes, call) => watch.around(name("put", key), () => objects.put(key, bytes, call)),
    get: (key, call) => watch.around(name("get", key), () => objects.get(key, call)),
    delete: (key, call) => watch.around(name("sweep: delete", key), () => objects.delete(key, call)),
  };
}

/** The same database, where each call of the queue of notifications is a watched call. */
export function watchNotifications(database: Database, watch: CallWatch): Database {
  const { notifications: queue } = database;
  return {
    ...database,
    notifications: {
      ...queue,
      take: (limit) => watch.around("relay: take", () => queue.take(limit)),
      confirm: (jobId) => watch.around("relay: confirm", () => queue.confirm(jobId)),
    },
  };
}

/** The same sink, where each delivery is a watched call. */
export function watchSink(sink: NotificationSink, watch: CallWatch): NotificationSink {
  return (event, signal) => watch.around("relay: deliver", () => sink(event, signal));
}

/** The first transaction of a commit records its intents, the second is its flip, and the others are of its sweep. */
const PHASES = ["intents", "flip"];

/** Statements outside of a transaction are not watched: they only read, so a crash after them changes nothing. */
function watchPool(pool: PostgresPool, watch: CallWatch, phases: readonly string[]): PostgresPool {
  let committed = 0;
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let inTransaction = false;
      const query = async (text: string, parameters: readonly unknown[]) => {
        const statement = nameStatement(text);
        if (statement === "begin") inTransaction = true;
        if (!inTransaction) return await client.query(text, parameters as never);
        const name = `${phases[committed] ?? "sweep"}: ${statement}`;
        const answer = await watch.around(name, () => client.query(text, parameters as never));
        if (statement === "commit") committed++;
        if (statement === "commit" || statement === "rollback") inTransaction = false;
        return answer;
      };
      return { query, release: (destroy) => client.release(destroy) } as PostgresPoolClient;
    },
  };
}

/** The name of a statement: a known part of the protocol, or its verb and first table. */
function nameStatement(text: string): string {
  if (text.startsWith("start transaction")) return "begin";
  if (text.includes("pg_advisory_xact_lock")) return "lock";
  if (text.includes("insert into object_intents")) return "record";
  if (text.includes("insert into widgets")) return "replace";
  if (text.includes("clock_timestamp()::")) return "clock";
  const verb = /\w+/.exec(text)?.[0].toLowerCase() ?? "";
  const table = /\b(?:from|into|update)\s+"?(\w[\w."]*)/i.exec(text)?.[1]?.replaceAll('"', "");
  return table === undefined ? verb : `${verb} ${table}`;
}
