import { CodedError } from "../../core/errors/mod.ts";

/** Why a preview does not start. */
export type PreviewStartErrorCode =
  /** The port is taken and no other is allowed, or none of the following ports is free. */
  | "port.taken"
  /** This machine does not have the address. */
  | "host.unavailable"
  /** The folder for the bundled packages cannot be written. */
  | "cache.unwritable"
  /** The project's path has a character that Vite's bundler cannot have in a path. */
  | "folder.unusable"
  /** `viteFinal` throws. */
  | "vite_final.failed"
  /** `viteFinal` does not return a configuration. */
  | "vite_final.invalid";

/** A preview cannot start with its options. */
export class PreviewStartError extends CodedError<PreviewStartErrorCode> {
  override readonly name = "PreviewStartError";
}
