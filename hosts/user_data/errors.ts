import { CodedError } from "../../core/errors/mod.ts";

/** Why a user's data could not be exported or erased. */
export type UserDataErrorCode =
  /** An entry of the log of erasures cannot be read. */
  | "user_data.invalid_log"
  /** The file of an export exists, or cannot be written. */
  | "user_data.cannot_write"
  /** A file is not a receipt. */
  | "user_data.invalid_receipt";

/** A user's data could not be exported or erased, or a receipt not be read. */
export class UserDataError extends CodedError<UserDataErrorCode> {
  override readonly name = "UserDataError";
}
