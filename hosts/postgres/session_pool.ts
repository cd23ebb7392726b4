import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import postgres from "postgres";
import { LOCK } from "./user_lock.ts";

/** How many sessions a process opens at most. */
const SIZE = 10;

/**
 * Sessions of a PostgreSQL for kysely's own dialect: one postgres.js client with one connection each.
 *
 * postgres.js can also hand out connections of a pool of its own. But when such a connection is lost between two
 * queries, the next query on it ends the process, and when one that is lost is given back, a later query finds it. Here
 * a session that is lost refuses every further query, so that no half of a transaction runs on a new connection.
 */
export function createSessionPool(url: string): PostgresPool {
  const idle: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  let count = 0;

  const giveBack = (session: Session): void => {
    const next = waiting.shift();
    if (!session.lost) {
      if (next === undefined) idle.push(session);
      else next(session);
      return;
    }
    void session.end();
    if (next === undefined) count--;
    else next(openSession(url));
  };
  const take = async (): Promise<Session> => {
    for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
      if (!session.lost) return session;
      void session.end();
      count--;
    }
    if (count === SIZE) return await new Promise((resolve) => void waiting.push(resolve));
    count++;
    return openSession(url);
  };
  return {
    options: {},
    async connect() {
      const session = await take();
      return describeClient(session, () => giveBack(session));
    },
    async end() {
      await Promise.all(idle.splice(0).map((session) => session.end()));
    },
  };
}

interface Session {
  /** Whether the connection went away; what it was doing has been rolled back. */
  readonly lost: boolean;
  /** Sends statements, one after the other, and gives the answer of the last. */
  query(statements: readonly Statement[]): Promise<PostgresQueryResult<unknown>>;
  end(): Promise<void>;
}

/** The statements that wait for the next one: kysely begins a transaction by them, and looks at the answer of neither. */
function isPrelude(text: string): boolean {
  return text.startsWith("start transaction") || text.startsWith(LOCK);
}

/** A statement that nothing has been sent of yet. */
type Statement = readonly [text: string, parameters: readonly unknown[]];

const EMPTY: PostgresQueryResult<unknown> = { command: "SELECT", rowCount: 0, rows: [] };

/**
 * Sends the beginning of a transaction together with its first statement, which saves two ways to the server: nothing is
 * lost of what the lock is for, since the server carries them out one after the other. A first statement that changes
 * something fails by itself where there is no such beginning, as on a connection made anew (`clockUnderLock`).
 */
function describeClient(session: Session, release: () => void): PostgresPoolClient {
  let waiting: Statement[] = [];
  const query = async (text: string, parameters: readonly unknown[] = []) => {
    if (isPrelude(text)) {
      waiting.push([text, parameters]);
      return EMPTY;
    }
    const prelude = waiting;
    waiting = [];
    if (prelude.length > 0 && (text === "commit" || text === "rollback")) return EMPTY;
    return await session.query([...prelude, [text, parameters]]);
  };
  return { query, release } as PostgresPoolClient;
}

function openSession(url: string): Session {
  let lost = false;
  // A statement that the server does not know yet is described first, and holds up those that follow: were the connection
  // lost meanwhile, they would find a new one. So the first transaction of a session begins step by step.
  let knowsLock = false;
  const client = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => lost = true,
    // A client that hangs in a transaction would keep its user's lock for ever.
    connection: { idle_in_transaction_session_timeout: 60_000 },
  });
  const send = async ([text, parameters]: Statement): Promise<PostgresQueryResult<unknown>> => {
    if (lost) {
      if (text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
      throw new Error("the connection to the database is lost");
    }
    const result = await client.unsafe(text, parameters as never[], { prepare: true }).catch((error) => {
      if (error instanceof postgres.PostgresError && error.severity === "ERROR") {
        // postgres.js makes the stack read-only, and kysely, which appends to it, would throw a TypeError instead.
        throw Object.defineProperty(error, "stack", { writable: true });
      }
      // Anything else is no answer of a session that goes on: not every loss is followed by its close event.
      lost = true;
      throw new Error(`the connection to the database is lost: ${error.message}`, { cause: error });
    });
    return {
      command: result.command as PostgresQueryResult<unknown>["command"],
      rowCount: result.count,
      rows: [...result],
    };
  };
  return {
    get lost() {
      return lost;
    },
    async query(statements) {
      const answers: PostgresQueryResult<unknown>[] = [];
      if (knowsLock) {
        // Each is sent before anything is waited for, and all are waited for, so that no failure goes unheard.
        const settled = await Promise.allSettled(statements.map(send));
        for (const answer of settled) {
          if (answer.status === "rejected") throw answer.reason;
          answers.push(answer.value);
        }
      } else {
        for (const statement of statements) answers.push(await send(statement));
        knowsLock = statements.some(([text]) => text.startsWith(LOCK));
      }
      return answers.at(-1)!;
    },
    end: () => client.end({ timeout: 1 }).catch(() => {}), // of a lost connection there is nothing to end
  };
}
