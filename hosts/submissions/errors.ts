import { CodedError } from "../../core/errors/mod.ts";

/** Why a submission was not committed, apart from the reasons of a commit. */
export type SubmissionErrorCode =
  /** The body is not a batch. */
  | "batch.malformed"
  /** The body has too many bytes or bundles. */
  | "batch.too_large"
  /** The body did not arrive in time. */
  | "batch.too_slow"
  /** The sender left while it sent the body. */
  | "batch.aborted"
  /** Too many batches are arriving. */
  | "batch.busy"
  /** The idempotency key belongs to another batch. */
  | "batch.key_reused";

/** A submission that was not committed: readers see what they saw before. */
export class SubmissionError extends CodedError<SubmissionErrorCode> {
  override readonly name = "SubmissionError";
}
