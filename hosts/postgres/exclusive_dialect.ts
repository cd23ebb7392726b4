import type { PGlite } from "@electric-sql/pglite";
import { type DatabaseConnection, type Driver, PGliteDialect } from "kysely";

/**
 * kysely's dialect for PGlite, with one user of the connection at a time.
 *
 * PGlite has one connection, which kysely's dialect shares: a concurrent query would become a part of a running
 * transaction, and the end of one transaction would end another. Here they are queued, as with a pool of one connection. A
 * query on the database inside its own transaction therefore deadlocks: use the transaction.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  constructor(pglite: PGlite) {
    super({ pglite });
  }

  override createDriver(): Driver {
    return queueConnections(super.createDriver());
  }
}

function queueConnections(driver: Driver): Driver {
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
