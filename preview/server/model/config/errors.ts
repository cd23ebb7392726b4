import { CodedError } from "../../../../core/errors/mod.ts";

/** Why a configuration cannot be used. */
export type PreviewConfigErrorCode =
  | "config.not_found"
  | "config.ambiguous"
  | "config.failed"
  | "config.invalid"
  | "config.invalid_glob"
  | "config.invalid_feed";

/** A configuration cannot be used, whether it comes from a file, a program or the command line. */
export class PreviewConfigError extends CodedError<PreviewConfigErrorCode> {
  override readonly name = "PreviewConfigError";
}
