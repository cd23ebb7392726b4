import { parse, type PGlite, protocol } from "@electric-sql/pglite";
import {
  type Driver,
  PGliteDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import { LRUCache } from "lru-cache";
import { Buffer } from "node:buffer";

/**
 * kysely's dialect for PGlite, as a pool with one connection. A concurrent query would otherwise become a part of a running
 * transaction, and the end of one transaction would end another. A query on the database inside its own transaction
 * therefore deadlocks: use the transaction.
 */
export class PooledPGliteDialect extends PGliteDialect {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super({ pglite });
    this.#pglite = pglite;
  }

  override createDriver(): Driver {
    return new PostgresDriver({ pool: createPool(this.#pglite) });
  }
}

function createPool(pglite: PGlite): PostgresPool {
  const execute = createPreparedStatements(pglite);
  let last: Promise<void> = Promise.resolve();
  return {
    options: {},
    async connect() {
      const turn = Promise.withResolvers<void>();
      const previous = last;
      last = turn.promise;
      await previous;
      return {
        query: execute as PostgresPoolClient["query"],
        release: () => turn.resolve(),
      };
    },
    async end() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

const { serialize } = protocol;

/** How many statements stay prepared. */
const MAX_STATEMENTS = 100;

/** After this time a statement is planned again: PGlite has no background process that would notice that a table has grown. */
const PLAN_MAX_AGE_MS = 10 * 60_000;

type Execute = (text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<unknown>>;

/** A statement that PGlite has parsed. */
interface PreparedStatement {
  name: string;
  parameterTypes: readonly number[];
}

/**
 * Executes statements on PGlite. Each is parsed once, and PostgreSQL decides when to plan it again. Parsing and planning
 * takes several times as long as a read, and `PGlite.query` does both for every call.
 *
 * Only one call may run at a time.
 */
function createPreparedStatements(pglite: PGlite): Execute {
  let count = 0;
  let closed: Uint8Array[] = [];
  const statements = new LRUCache<string, PreparedStatement>({
    max: MAX_STATEMENTS,
    ttl: PLAN_MAX_AGE_MS,
    dispose: ({ name }) => void closed.push(serialize.close({ type: "S", name })),
  });
  const send = async (...messages: Uint8Array[]) => {
    const bytes = Buffer.concat([...closed, ...messages, serialize.sync()]);
    closed = [];
    return (await pglite.runExclusive(() => pglite.execProtocol(bytes))).messages;
  };
  const prepare = async (text: string): Promise<PreparedStatement> => {
    const name = `s${++count}`;
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(messages) };
    statements.set(text, statement);
    return statement;
  };
  return async (text, values) => {
    const { name, parameterTypes } = statements.get(text) ?? await prepare(text);
    const texts = values.map((value, index) => toText(pglite, value, parameterTypes[index]!));
    try {
      const messages = await send(
        serialize.bind({ statement: name, values: texts }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
      );
      return toResult(pglite, messages);
    } catch (error) {
      statements.delete(text); // A change of a table may have made it invalid.
      throw error;
    }
  };
}

function toText(pglite: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null;
  return pglite.serializers[type]?.(value) ?? String(value);
}

function toResult(
  pglite: PGlite,
  messages: Parameters<typeof parse.parseResults>[0],
): PostgresQueryResult<unknown> {
  const { rows, affectedRows = 0 } = parse.parseResults(messages, pglite.parsers)[0]!;
  const completed = messages.find(({ name }) => name === "commandComplete") as { text?: string } | undefined;
  const command = (completed?.text ?? "").split(" ")[0] as PostgresQueryResult<unknown>["command"];
  return { command, rowCount: affectedRows, rows };
}
