import { CodedError } from "../../core/errors/mod.ts";

/** Why a sink cannot be opened. */
export type SinkErrorCode =
  /** The URL is not one that its scheme's opener accepts, or the scheme is unknown. */
  | "sink.invalid_url"
  /** The secret is missing or too short. */
  | "sink.invalid_secret";

/** A sink that cannot be opened. The message contains neither the URL nor a secret. */
export class SinkError extends CodedError<SinkErrorCode> {
  override readonly name = "SinkError";
}

export function invalidUrl(reason: string): SinkError {
  return new SinkError("sink.invalid_url", `Cannot use TCK_NOTIFY_URL: ${reason}`);
}
