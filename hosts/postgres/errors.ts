import { CodedError } from "../../core/errors/mod.ts";

/** Why a database could not be opened or read. */
export type DatabaseErrorCode =
  | "database.unsupported_url"
  | "database.unreachable"
  /** The server is a standby, which cannot be written. */
  | "database.standby"
  /** Another server than before, of another cluster. */
  | "database.other_server"
  /** A server that was the primary before another one was promoted. */
  | "database.former_primary"
  | "database.locked"
  | "database.newer_schema"
  | "database.migration_failed"
  | "database.object_missing";

/** A database that cannot be opened or read. */
export class DatabaseError extends CodedError<DatabaseErrorCode> {
  override readonly name = "DatabaseError";
}

/** The error of a server that takes no writes. */
export function createStandbyError(): DatabaseError {
  const message =
    "Cannot use the database: it is a standby; TCK_DATABASE_URL must lead to the primary server";
  return new DatabaseError("database.standby", message);
}
