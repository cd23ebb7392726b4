import type pg from "pg";
import { createServerHistory, type ServerHistory } from "./server_history.ts";

/** How long the first statement of a connection may take. */
const CHECK_TIMEOUT_MS = 10_000;
/** So old, in seconds, connections are replaced: they would otherwise stay with a former primary for as long as it runs. */
const MAX_LIFETIME_SECONDS = 600;

/** The connections of a process to one database. */
export interface OpenConnections {
  readonly history: ServerHistory;
  /** The options of each pool. The server of a new connection is compared with the one before. */
  readonly options: Pick<pg.PoolConfig, "maxLifetimeSeconds" | "onConnect">;
}

/** Follows the connections of all pools. When another server is seen to be the primary, those to the former one end. */
export function followConnections(): OpenConnections {
  type Query = Parameters<ServerHistory["check"]>[0];
  const clients = new Map<pg.ClientBase, Query>();
  const history = createServerHistory((seenBy) => {
    for (const [client, query] of clients) if (query !== seenBy) endAbruptly(client);
  });
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    // Without a listener, a lost connection would end the process.
    client.on("error", () => {});
    const query: Query = (text) => client.query({ text, query_timeout: CHECK_TIMEOUT_MS } as pg.QueryConfig);
    clients.set(client, query);
    client.once("end", () => clients.delete(client));
    await history.check(query);
  };
  return { history, options: { maxLifetimeSeconds: MAX_LIFETIME_SECONDS, onConnect } };
}

/** Its running statement fails, and its pool discards it. */
function endAbruptly(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new Error("another server is the primary now"));
}
