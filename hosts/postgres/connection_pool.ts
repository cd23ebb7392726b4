import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";

/** Maximum number of connections of a process. */
const MAX_CONNECTIONS = 10;
/** How long a query may wait for a connection. */
const CONNECTION_TIMEOUT_MS = 30_000;
/** A client that hangs in a transaction would otherwise keep its user's lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** More than the commit service has. With more, the texts would depend on values. */
const MAX_STATEMENTS = 1_000;

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
  return prepareStatements(pool);
}

/** Has each connection parse a statement once, by its name. Parsing and planning takes longer than a read. */
function prepareStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < MAX_STATEMENTS) names.set(text, `tck_${names.size}`);
    return names.get(text);
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const query = async (text: string, values: readonly unknown[]) => {
        const result = await client.query({ name: nameOf(text), text, values: [...values] });
        return result as PostgresQueryResult<unknown>;
      };
      return {
        query: query as PostgresPoolClient["query"],
        release: (isDiscarded) => client.release(isDiscarded),
      };
    },
    end: () => pool.end(),
  };
}
