import pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { RequestCounter } from "../routes/mod.ts";

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

/** The table that the library creates. It is not of the commit service's schema: the public API has its own database. */
const TABLE = "tck_rate_limits";

const CONNECTION_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 2_000;

/** Counts the requests of this process. */
export function countInMemory(limit: RateLimit): OpenRequestCounter {
  const limiter = new RateLimiterMemory({ points: limit.requests, duration: limit.windowSeconds });
  return createCounter(limiter, limit, () => Promise.resolve());
}

/**
 * Counts the requests of all processes that have the same database. While the database does not answer, each process
 * counts on its own. A user who is over the limit costs no query until the window ends.
 *
 * @param url `postgres://…`
 */
export async function countInPostgres(url: string, limit: RateLimit): Promise<OpenRequestCounter> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  pool.on("error", () => {}); // Queries fail, and the pool connects again.
  const close = () => pool.end();
  try {
    const limiter = await new Promise<RateLimiterPostgres>((resolve, reject) => {
      const options = {
        storeClient: pool,
        points: limit.requests,
        duration: limit.windowSeconds,
        tableName: TABLE,
        inMemoryBlockOnConsumed: limit.requests + 1,
        insuranceLimiter: new RateLimiterMemory({ points: limit.requests, duration: limit.windowSeconds }),
      };
      const created = new RateLimiterPostgres(options, (error) => error ? reject(error) : resolve(created));
    });
    return createCounter(limiter, limit, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function createCounter(
  limiter: RateLimiterAbstract,
  { requests, windowSeconds }: RateLimit,
  close: () => Promise<void>,
): OpenRequestCounter {
  return {
    close,
    async count(userId) {
      const { result, isExceeded } = await consume(limiter, userId);
      return {
        isExceeded,
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
        window: { limit: requests, seconds: windowSeconds, remaining: Math.max(0, result.remainingPoints) },
      };
    },
  };
}

/** The library rejects with the result when the limit is exceeded. */
async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ result: RateLimiterRes; isExceeded: boolean }> {
  try {
    return { result: await limiter.consume(key), isExceeded: false };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { result: error, isExceeded: true };
    throw error;
  }
}
