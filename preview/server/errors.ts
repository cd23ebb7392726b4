/** Why a preview does not start. */
export type PreviewStartErrorCode =
  /** The port is taken, and no other may be used; or none of those after it is free. */
  | "port.taken"
  /** This machine does not have the address to listen on. */
  | "host.unavailable"
  /** `viteFinal` throws. */
  | "vite_final.failed"
  /** `viteFinal` returns something else than a configuration. */
  | "vite_final.invalid";

/** A preview cannot start as it was asked to. */
export class PreviewStartError extends Error {
  override name = "PreviewStartError";

  /** @param code what is the case, for code; the message is for people */
  constructor(readonly code: PreviewStartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
