/** Why a database could not be opened or read. */
export type DatabaseErrorCode =
  | "database.unsupported_url"
  | "database.unreachable"
  | "database.locked"
  | "database.newer_schema"
  | "database.migration_failed"
  | "database.manifest_missing";

/** A database that cannot be used as it is. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
  /** Why. */
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
