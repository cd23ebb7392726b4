import pg from "pg";
import { errorMessageWithCauses } from "../../../core/errors/mod.ts";
import { limitTime, systemClock } from "../../time/mod.ts";
import { followConnections, type OpenConnections } from "./open_connections.ts";
import { readPostgresUrl } from "./postgres_url.ts";
import { prepareSession, type Session } from "./session_settings.ts";

/** How long a connection may take, in milliseconds, to be made, to be prepared, or to become free. */
const CONNECTION_TIMEOUT_MS = 30_000;
/**
 * The age at which a connection is replaced, in seconds. Without it, connections would stay with a former primary
 * while it runs.
 */
const MAX_LIFETIME_SECONDS = 600;

/** A connection that is ready for statements. */
export interface ReadyClient {
  readonly client: pg.PoolClient;
  readonly session: Session;
}

/** Connections to the first server of a URL that takes writes. */
export interface HostPools {
  connect(): Promise<ReadyClient>;
  /** Executes one unnamed statement. If it fails, its connection is discarded, because it may have been lost. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

/** How many connections there are, and how they wait. */
export interface HostPoolsOptions {
  readonly max: number;
  /** In milliseconds. @default 30000 */
  readonly connectionTimeout?: number;
  /** How long a statement may take, in milliseconds. @default as long as it needs */
  readonly queryTimeout?: number | undefined;
}

/**
 * Creates pools of connections, one for each host of a URL. The next connection is tried where the last one was made. When
 * that host cannot be reached or does not take writes, the others are tried, each once.
 */
export function openHostPools(
  url: string,
  { max, connectionTimeout = CONNECTION_TIMEOUT_MS, queryTimeout }: HostPoolsOptions,
  connections: OpenConnections = followConnections(),
): HostPools {
  const hosts = readPostgresUrl(url);
  const limit = connectionTimeout / hosts.length;
  const sessions = new WeakMap<object, Session>();
  const prepare = async (client: pg.ClientBase): Promise<void> => {
    sessions.set(client, await prepareSession(client));
    await connections.follow(client);
  };
  const pools = hosts.map((address) => {
    const pool = new pg.Pool({
      connectionString: address.url,
      max,
      keepAlive: true,
      connectionTimeoutMillis: limit,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      ...queryTimeout === undefined ? {} : { query_timeout: queryTimeout },
      // The pool's own limit ends when a server has let the client in.
      verify: (client, done) => {
        limitTime(systemClock, limit, () => prepare(client)).then(() => done(), done);
      },
    });
    // Without listeners, a lost connection would end the process. Its queries fail, and the pool replaces it.
    pool.on("error", () => connections.history.noteLoss());
    pool.on("connect", (client) => client.on("error", () => {}));
    return { host: address.host, pool };
  });
  let last = 0;
  const pool: HostPools = {
    async connect() {
      const failures: { host: string; error: unknown }[] = [];
      const order = pools.map((_, index) => (last + index) % pools.length);
      for (const index of order) {
        const { host, pool } = pools[index]!;
        try {
          const client = await pool.connect();
          last = index;
          return { client, session: sessions.get(client)! };
        } catch (error) {
          failures.push({ host, error });
        }
      }
      throw failures.length === 1 ? failures[0]!.error : new Error(
        failures.map(({ host, error }) => `${host}: ${errorMessageWithCauses(error)}`).join("; "),
        { cause: failures[0]!.error },
      );
    },
    async query(text, values = []) {
      const { client } = await pool.connect();
      try {
        const result = await client.query(text, [...values]);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async end() {
      await Promise.all(pools.map(({ pool }) => pool.end()));
    },
  };
  return pool;
}
