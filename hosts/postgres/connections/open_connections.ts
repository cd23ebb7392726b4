import type pg from "pg";
import { createServerHistory, type ServerHistory } from "./server_history.ts";

/** How long the first statement of a connection may take. */
const CHECK_TIMEOUT_MS = 10_000;

/** The connections of a process to one database. */
export interface OpenConnections {
  readonly history: ServerHistory;
  /** Compares the server of a new connection with the one before, and follows the connection until it ends. */
  follow(client: pg.ClientBase): Promise<void>;
}

/**
 * Follows the connections of all pools. When another server has become the primary, connections to the former one are
 * ended.
 */
export function followConnections(): OpenConnections {
  type Query = Parameters<ServerHistory["check"]>[0];
  const clients = new Map<pg.ClientBase, Query>();
  const history = createServerHistory((seenBy) => {
    for (const [client, query] of clients) if (query !== seenBy) endAbruptly(client);
  });
  const follow = async (client: pg.ClientBase): Promise<void> => {
    const query: Query = (text) => client.query({ text, query_timeout: CHECK_TIMEOUT_MS } as pg.QueryConfig);
    clients.set(client, query);
    client.once("end", () => clients.delete(client));
    await history.check(query);
  };
  return { history, follow };
}

/** Its running statement fails, and its pool discards it. */
function endAbruptly(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new Error("another server is the primary now"));
}
