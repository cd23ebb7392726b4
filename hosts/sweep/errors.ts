import { CodedError } from "../../core/errors/mod.ts";

/** Why a sweep failed. */
export type SweepErrorCode =
  /** The file is not a complete plan of a sweep. */
  "sweep.invalid_plan";

/** A sweep that could not begin. Nothing was changed. */
export class SweepError extends CodedError<SweepErrorCode> {
  override readonly name = "SweepError";
}
