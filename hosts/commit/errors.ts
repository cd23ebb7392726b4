/** Why a commit failed. */
export type CommitErrorCode =
  /** The user, task, date or kind is not one. */
  | "commit.invalid_request"
  /** The directory holds no `widget-batch/dist`. */
  | "commit.no_bundles"
  /** Of the bundles, none can be committed. */
  | "commit.no_valid_widget"
  /** The commit is strict, and one of the bundles cannot be committed. */
  | "commit.bundle_refused"
  /** A bundle was changed between the scan and the write. */
  | "commit.bundle_changed"
  /** An object could not be written. */
  | "commit.write_failed"
  /** The object store could not be asked. */
  | "commit.store_failed"
  /** The user has no such revision. */
  | "commit.unknown_revision"
  /** The revision's rows or objects are not kept any more. */
  | "commit.revision_expired"
  /** The file is no plan of a sweep. */
  | "commit.invalid_plan"
  /** The commit took longer than its deadline. */
  | "commit.deadline_exceeded"
  /** The task is another user's. */
  | "commit.foreign_task"
  /** Another worker has taken over the request that the commit carries out. */
  | "commit.request_lost"
  /** The workspace is not below the folder that all workspaces share. */
  | "commit.outside_workspaces"
  /** The commit was given up. */
  | "commit.aborted"
  /** The database refused, or could not be reached. */
  | "commit.database_failed"
  /** The database went away in the flip, and it could not be found out whether the flip happened. */
  | "commit.outcome_unknown";

/** A commit that failed. Unless the code is `commit.outcome_unknown`, readers see what they saw before. */
export class CommitError extends Error {
  override readonly name: string = "CommitError";
  /** Why. */
  readonly code: CommitErrorCode;

  constructor(code: CommitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
