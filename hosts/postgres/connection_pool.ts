import type { PostgresPool } from "kysely";
import pg from "pg";

/** Maximum number of connections of a process. */
const MAX_CONNECTIONS = 10;
/** How long a query may wait for a connection. */
const CONNECTION_TIMEOUT_MS = 30_000;
/** A client that hangs in a transaction would otherwise keep its user's lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** Creates a pool of connections to PostgreSQL. It connects when the first query is made. */
export function createConnectionPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // Without listeners, a lost connection would end the process. Its queries fail, and the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
