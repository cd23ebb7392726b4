import type { PGlite } from "@electric-sql/pglite";
import { type DatabaseConnection, type Driver, PGliteDialect } from "kysely";

/**
 * kysely's dialect for PGlite, one user at a time.
 *
 * PGlite has one connection, and kysely's dialect hands it to everyone at once: a query beside a running transaction
 * would become a part of it, and of two transactions one would end the other. Here each waits for its turn, as at a
 * pool of one. A query on the database inside of its own transaction therefore waits for ever: use the transaction.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  constructor(pglite: PGlite) {
    super({ pglite });
  }

  override createDriver(): Driver {
    return takeTurns(super.createDriver());
  }
}

function takeTurns(driver: Driver): Driver {
  let last: Promise<void> = Promise.resolve();
  const releases = new WeakMap<DatabaseConnection, () => void>();
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const turn = Promise.withResolvers<void>();
      const previous = last;
      last = turn.promise;
      await previous;
      try {
        const connection = await driver.acquireConnection(options);
        releases.set(connection, turn.resolve);
        return connection;
      } catch (error) {
        turn.resolve();
        throw error;
      }
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    async releaseConnection(connection) {
      await driver.releaseConnection(connection);
      releases.get(connection)?.();
    },
    destroy: (options) => driver.destroy(options),
  };
}
