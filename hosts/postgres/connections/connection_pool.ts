import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { Db } from "pg-boss";
import { errorMessageWithCauses } from "../../../core/errors/mod.ts";
import { limitTime, systemClock } from "../../time/mod.ts";
import { DatabaseError } from "../errors.ts";
import { type HostPools, openHostPools } from "./host_pools.ts";
import { followConnections, type OpenConnections } from "./open_connections.ts";
import { TRANSACTION_SETTINGS } from "./session_settings.ts";

/** Maximum number of connections of a process. */
const MAX_CONNECTIONS = 10;
/** The connections for the queues' own statements. */
const MAX_QUEUE_CONNECTIONS = 2;
/** How long a statement may take, in milliseconds: more than it waits for the lock of a user whose client hangs in a transaction. */
export const MAX_ANSWER_MS = 70_000;
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
  { answerTimeout = MAX_ANSWER_MS }: ConnectionPoolOptions = {},
  connections: OpenConnections = followConnections(),
): PostgresPool {
  const pool = openHostPools(url, { max: MAX_CONNECTIONS }, connections);
  return prepareStatements(pool, answerTimeout, () => connections.history.noteLoss());
}

/** Executes the queues' own statements. One that is not answered in time fails, and its connection is discarded. */
export function createQueuePool(
  url: string,
  connections: OpenConnections,
  answerTimeout: number = MAX_ANSWER_MS,
): { executeSql: Db["executeSql"]; end(): Promise<void> } {
  const pool = openHostPools(url, { max: MAX_QUEUE_CONNECTIONS, queryTimeout: answerTimeout }, connections);
  return {
    executeSql: (text, values) => pool.query(text, values).catch(throwUnreachable),
    end: () => pool.end(),
  };
}

/**
 * Has each connection parse a statement once, by its name. Parsing and planning takes longer than a read. Behind a
 * pooler another client may use the same name, so a statement is parsed each time.
 */
function prepareStatements(
  pool: HostPools,
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
    options: {},
    async connect() {
      const { client, session: { isPooled } } = await pool.connect().catch(throwLoss);
      let silence: DatabaseError | null = null;
      const query = async (text: string, values: readonly unknown[]) => {
        if (silence !== null) throw silence; // such as the ROLLBACK, which nobody would answer either
        const answer = isPooled && BEGINS.test(text)
          ? client.query(`${text}; ${TRANSACTION_SETTINGS}`)
          : client.query({ name: isPooled ? undefined : nameOf(text), text, values: [...values] });
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

/** The statements that begin a transaction. */
const BEGINS = /^(begin|start transaction)\b/i;

/**
 * The classes of SQLSTATE of a server that is starting, ending or out of resources. Other classes are faults of a
 * statement.
 */
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
