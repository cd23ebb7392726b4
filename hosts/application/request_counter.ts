import type { QueryResult } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { LogEvent } from "../../core/commit/mod.ts";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { openHostPools } from "../postgres/mod.ts";
import type { Log, RequestCounter } from "../routes/mod.ts";

/** How many requests a user has. */
export interface RateLimit {
  /** In one window. */
  requests: number;
  /** The length of a window, in seconds. */
  windowSeconds: number;
}

export interface OpenRequestCounter extends RequestCounter {
  close(): Promise<void>;
}

/**
 * The table that the library creates. It is not in the commit service's schema, because the public API has its own
 * database.
 */
const TABLE = "tck_rate_limits";

/** The beginning of the keys in the table. A user's id follows. */
const PREFIX = "rlflx";

/** How long a process counts alone before it asks the database again. */
const RETRY_MS = 2_000;

const CONNECTION_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 2_000;

/** Counts the requests of this process. */
export function countInMemory(limit: RateLimit): OpenRequestCounter {
  const limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.windowSeconds });
  return createCounter((key) => consume(limiter, key), limit, () => Promise.resolve());
}

/**
 * Counts the requests of all processes that have the same database. While the database does not answer, each process
 * counts on its own, logs that, and tries the database again every two seconds. A user who is over the limit costs no
 * query until the window ends.
 *
 * @param url `postgres://…`
 */
export function countInPostgres(url: string, limit: RateLimit, log: Log): OpenRequestCounter {
  const pool = openPool(url);
  const alone = new RateLimiterMemory({ points: limit.requests, duration: limit.windowSeconds });
  let opening: Promise<RateLimiterPostgres> | null = null;
  let aloneUntil: number | null = null;
  const consumeShared = async (key: string): Promise<Consumed> => {
    opening ??= openLimiter(pool, limit).catch((error) => {
      if (!CREATED_MEANWHILE.includes(error?.code)) throw error;
      return openLimiter(pool, limit);
    });
    const consumed = await consume(await opening, key);
    if (aloneUntil !== null) log(COUNTS_TOGETHER);
    aloneUntil = null;
    return consumed;
  };
  const count = async (key: string): Promise<Consumed> => {
    if (aloneUntil !== null && performance.now() < aloneUntil) return await consume(alone, key);
    return await consumeShared(key).catch((error) => {
      if (aloneUntil === null) log(buildAloneEvent(error));
      aloneUntil = performance.now() + RETRY_MS;
      opening = null;
      return consume(alone, key);
    });
  };
  return createCounter(count, limit, () => pool.end());
}

/** Connects to the database of a counter once. */
export async function checkCounter(url: string): Promise<void> {
  const pool = openPool(url);
  await pool.query("select 1").finally(() => pool.end());
}

/**
 * Deletes what is stored of a user's requests.
 *
 * @returns the number of rows
 */
export async function eraseCounts(url: string, userId: string): Promise<number> {
  const pool = openPool(url);
  try {
    const { rows: [table] } = await pool.query("select to_regclass($1) is not null as exists", [TABLE]);
    if (!table.exists) return 0;
    const { rowCount } = await pool.query(`delete from ${TABLE} where key = $1`, [`${PREFIX}:${userId}`]);
    return rowCount ?? 0;
  } finally {
    await pool.end();
  }
}

interface StatementPool {
  query(statement: string | Statement, values?: unknown[]): Promise<QueryResult>;
  end(): Promise<void>;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The library names its statements. Behind a pooler a name may be another client's, so they have none here. */
function openPool(url: string): StatementPool {
  const pool = openHostPools(url, {
    max: 5,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    queryTimeout: QUERY_TIMEOUT_MS,
  });
  return {
    async query(statement, values) {
      const { text, values: own } = typeof statement === "string"
        ? { text: statement, values: values ?? [] }
        : statement;
      return await pool.query(text, own);
    },
    end: () => pool.end(),
  };
}

/** The error codes of `create table if not exists` when another process creates the table at the same moment. */
const CREATED_MEANWHILE = ["42P07", "42710"]; // duplicate_table, duplicate_object (its type)

/** Creates the table if it does not exist. */
function openLimiter(pool: StatementPool, limit: RateLimit): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const options = {
      storeClient: pool,
      storeType: "pool",
      points: limit.requests,
      duration: limit.windowSeconds,
      keyPrefix: PREFIX,
      tableName: TABLE,
      inMemoryBlockOnConsumed: limit.requests + 1,
    };
    const created = new RateLimiterPostgres(options, (error) => error ? reject(error) : resolve(created));
  });
}

function buildAloneEvent(error: unknown): LogEvent {
  const reason = errorMessageWithCauses(error);
  const message = `The database of TCK_RATE_LIMIT_URL does not answer: this process counts alone: ${reason}`;
  return { event: "rate_limit_alone", level: "warning", message };
}

const COUNTS_TOGETHER: LogEvent = {
  event: "rate_limit_together",
  level: "info",
  message: "The database of TCK_RATE_LIMIT_URL answers again: all processes count together",
};

function createCounter(
  consumeOne: (key: string) => Promise<Consumed>,
  { requests, windowSeconds }: RateLimit,
  close: () => Promise<void>,
): OpenRequestCounter {
  return {
    close,
    async count(userId) {
      const { result, isExceeded } = await consumeOne(userId);
      return {
        isExceeded,
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
        window: { limit: requests, seconds: windowSeconds, remaining: Math.max(0, result.remainingPoints) },
      };
    },
  };
}

interface Consumed {
  result: RateLimiterRes;
  isExceeded: boolean;
}

/** The library rejects with the result when the limit is exceeded. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<Consumed> {
  try {
    return { result: await limiter.consume(key), isExceeded: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { result: error, isExceeded: true };
    throw error;
  }
}
