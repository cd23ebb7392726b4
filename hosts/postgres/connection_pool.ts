import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import { limitTime, systemClock } from "../time/mod.ts";
import { DatabaseError } from "./errors.ts";
import { followConnections, type OpenConnections } from "./open_connections.ts";

/** Maximum number of connections of a process. */
const MAX_CONNECTIONS = 10;
/** How long a query may wait for a connection. */
const CONNECTION_TIMEOUT_MS = 30_000;
/** A client that hangs in a transaction would otherwise keep its user's lock forever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** How long a statement may take: more than it waits for the lock of a user whose client hangs in a transaction. */
export const ANSWER_TIMEOUT_MS = 70_000;
/** More than the commit service has. With more, the texts would depend on values. */
const MAX_STATEMENTS = 1_000;

export interface ConnectionPoolOptions {
  /** How long a statement may take, in milliseconds; null: as long as it needs. @default 70000 */
  answerTimeout?: number | null | undefined;
}

/**
 * Creates a pool of connections to PostgreSQL. It connects when the first query is made. A connection on which a statement
 * is not answered in time is discarded: after the loss of a machine or of a route nothing else ends it for a quarter of an
 * hour or more, and such connections would fill the pool.
 */
export function createConnectionPool(
  url: string,
  { answerTimeout = ANSWER_TIMEOUT_MS }: ConnectionPoolOptions = {},
  { history, options }: OpenConnections = followConnections(),
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...options,
  });
  // Without a listener, a lost connection would end the process. Its queries fail, and the pool replaces it.
  pool.on("error", () => history.noteLoss());
  return prepareStatements(pool, answerTimeout, () => history.noteLoss());
}

/** Has each connection parse a statement once, by its name. Parsing and planning takes longer than a read. */
function prepareStatements(
  pool: pg.Pool,
  answerTimeout: number | null,
  onLoss: () => void,
): PostgresPool {
  const throwLoss = (error: unknown): never => {
    if (!isOfStatement(error)) onLoss();
    return throwUnreachable(error);
  };
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < MAX_STATEMENTS) names.set(text, `tck_${names.size}`);
    return names.get(text);
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(throwLoss);
      let silence: DatabaseError | null = null;
      const query = async (text: string, values: readonly unknown[]) => {
        if (silence !== null) throw silence; // such as the ROLLBACK, which nobody would answer either
        const answer = client.query({ name: nameOf(text), text, values: [...values] });
        const result = await limitAnswer(answer, answerTimeout, (error) => silence = error)
          .catch(throwLoss);
        return result as PostgresQueryResult<unknown>;
      };
      return {
        query: query as PostgresPoolClient["query"],
        release: (isDiscarded) => client.release(isDiscarded || silence !== null),
      };
    },
    end: () => pool.end(),
  };
}

/** The classes of SQLSTATE of a server that is starting, ending or out of resources. The rest are faults of a statement. */
const SERVER_STATE = /^(08|53|57P)/;

/** An error of a connection, or of a server that cannot answer now, is `database.unreachable`. */
function throwUnreachable(error: unknown): never {
  if (isOfStatement(error) || error instanceof DatabaseError) throw error;
  const message = `The database does not answer: ${errorMessageWithCauses(error)}`;
  throw new DatabaseError("database.unreachable", message, { cause: error });
}

function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !SERVER_STATE.test(error.code ?? "");
}

/** Rejects if the answer takes too long, after it has reported that. */
async function limitAnswer<Answer>(
  answer: Promise<Answer>,
  limit: number | null,
  onSilence: (error: DatabaseError) => void,
): Promise<Answer> {
  if (limit === null) return await answer;
  try {
    return await limitTime(systemClock, limit, () => answer);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
    const message = `The database did not answer within ${limit / 1000} s`;
    const silence = new DatabaseError("database.unreachable", message);
    onSilence(silence);
    throw silence;
  }
}
