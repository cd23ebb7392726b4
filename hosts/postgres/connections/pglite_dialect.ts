import type { PGlite } from "@electric-sql/pglite";
import {
  type Driver,
  PGliteDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from "kysely";
import { createPreparedStatements } from "./prepared_statements.ts";

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
