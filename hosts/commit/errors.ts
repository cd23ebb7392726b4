import { CodedError } from "../../core/errors/mod.ts";

/** Why a commit failed. */
export type CommitErrorCode =
  /** The user, task, date or kind is invalid. */
  | "commit.invalid_request"
  /** The directory has no `widget-batch/dist`. */
  | "commit.no_bundles"
  /** No bundle is valid. */
  | "commit.no_valid_widget"
  /** The manifests are larger together than a commit can hold. */
  | "commit.batch_too_large"
  /** The commit is strict, and a bundle is invalid. */
  | "commit.bundle_refused"
  /** A bundle was changed between the scan and the write. */
  | "commit.bundle_changed"
  /** An object could not be written. */
  | "commit.write_failed"
  /** The object store could not be read. */
  | "commit.store_failed"
  /** The user has no such revision. */
  | "commit.unknown_revision"
  /** The revision's rows or objects are no longer kept. */
  | "commit.revision_expired"
  /** The commit took longer than its deadline, or its user was erased after it began. */
  | "commit.deadline_exceeded"
  /** Another worker has taken over the queued request. */
  | "commit.request_lost"
  /** Another commit has carried out the same submission. */
  | "commit.repeated"
  /** The batch has another revision than the commit replaces: {@linkcode RevisionError}. */
  | "commit.other_revision"
  /** The commit was aborted. */
  | "commit.aborted"
  /** The database rejected the commit or could not be reached. */
  | "commit.database_failed"
  /** The connection to the database was lost during the flip, and whether it happened could not be determined. */
  | "commit.outcome_unknown";

/** A commit that failed. Unless the code is `commit.outcome_unknown`, readers see what they saw before. */
export class CommitError extends CodedError<CommitErrorCode> {
  override readonly name = "CommitError";
}

/** A commit that was to replace another revision than the batch has. Nothing was changed. */
export class RevisionError extends CommitError {
  /** The revision that readers see, or null if there is no such batch. */
  readonly present: string | null;

  constructor(batchId: string, replaces: string | null, present: string | null) {
    const found = present === null ? "it does not exist" : `its revision is ${present}`;
    const expected = replaces === null ? "it was expected not to exist" : `not ${replaces}`;
    super("commit.other_revision", `Cannot replace batch ${batchId}: ${found}, ${expected}`);
    this.present = present;
  }
}

/** @throws {CommitError} `commit.aborted` */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new CommitError("commit.aborted", "Cannot commit: it was aborted", { cause: signal.reason });
  }
}
