/** Why a configuration cannot be used. */
export type PreviewConfigErrorCode =
  | "config.not_found"
  | "config.ambiguous"
  | "config.failed"
  | "config.invalid"
  | "config.invalid_glob"
  | "config.invalid_feed";

/** A configuration, of a file, of a program or of the command line, cannot be used. */
export class PreviewConfigError extends Error {
  override name = "PreviewConfigError";

  constructor(readonly code: PreviewConfigErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
